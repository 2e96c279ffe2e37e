// Tree identification, as IEEE 1394 (FireWire) has it: the nodes of a bus, connected without a circle, elect a root.
//
// A node that knows all its neighbours but one as children asks the last one to be its parent. (A leaf begins.)
// The one that is asked by all its neighbours is the root. Two neighbours may ask each other: then both
// wait for a random time, and the one that waits longer is asked again by the other.
//
// A bus reset begins a new generation: each node forgets all, tells its neighbours, and begins anew. Messages of
// an older generation are dropped.

param nodes: int;

type tGeneration = (node: machine, generation: int);

event eConnect: (neighbours: set[machine], cable: machine);
event eReset: int;               // the new generation
event eAsk: tGeneration;         // be my parent
event eAccept: tGeneration;      // I am
event eReady: int;               // to itself: it is time to ask
event eRoot: tGeneration;        // for the specification

machine Node {
    var neighbours: set[machine];
    var cable: machine;
    var generation: int;
    var children: set[machine];
    var asked: machine;  // null: nobody

    start state Init {
        on eConnect do (c: (neighbours: set[machine], cable: machine)) {
            neighbours = c.neighbours;
            cable = c.cable;
            generation = 1;
            goto Identifying;
        }
        defer eAsk, eReset;
    }

    // It has no parent yet.
    state Identifying {
        entry { ReadyIfOneIsLeft(); }
        on eReady do (g: int) {
            if (g == generation && asked == null && sizeof(children) + 1 == sizeof(neighbours)) {
                Ask();
            }
        }
        on eAsk do (ask: tGeneration) {
            if (ask.generation < generation) { return; }
            if (ask.node == asked) { goto Contending; }
            children += (ask.node);
            send ask.node, eAccept, (node = this, generation = generation);
            if (sizeof(children) == sizeof(neighbours)) { goto Root; }
            ReadyIfOneIsLeft();
        }
        on eAccept do (accept: tGeneration) {
            if (accept.generation == generation) { goto Child; }
        }
        on eReset do Reset;
        ignore eWaitAgain, eAskAgain, eListen;
    }

    // It was asked by the neighbour that it has asked.
    state Contending {
        entry { Wait(); }
        on eWaitAgain do (g: int) {
            if (g == generation) { Wait(); }
        }
        on eAskAgain do (g: int) {
            if (g == generation) {
                Ask();
                goto Identifying;
            }
        }
        on eListen do (g: int) {
            if (g == generation) {
                asked = null as machine;
                goto Listening;
            }
        }
        on eReset do Reset;
        defer eAsk;
        ignore eReady, eAccept;
    }

    // The other one asks again.
    state Listening {
        on eAsk do (ask: tGeneration) {
            if (ask.generation < generation) { return; }
            send ask.node, eAccept, (node = this, generation = generation);
            goto Root;
        }
        on eReset do Reset;
        ignore eReady, eAccept, eWaitAgain, eAskAgain, eListen;
    }

    state Child {
        on eReset do Reset;
        ignore eReady, eAsk, eAccept, eWaitAgain, eAskAgain, eListen;
    }

    state Root {
        entry { announce eRoot, (node = this, generation = generation); }
        on eReset do Reset;
        ignore eReady, eAsk, eAccept, eWaitAgain, eAskAgain, eListen;
    }

    // It asks some time later: until then, the last neighbour may ask first.
    fun ReadyIfOneIsLeft() {
        if (asked == null && sizeof(children) + 1 == sizeof(neighbours)) {
            send this, eReady, generation;
        }
    }

    fun Ask() {
        var neighbour: machine;

        foreach (neighbour in neighbours) {
            if (!(neighbour in children)) { asked = neighbour; }
        }
        send asked, eAsk, (node = this, generation = generation);
    }

    fun Wait() {
        send cable, eWait, (node = this, generation = generation);
    }

    fun Reset(g: int) {
        var neighbour: machine;

        if (g <= generation) { return; }
        generation = g;
        children = default(set[machine]);
        asked = null as machine;
        foreach (neighbour in neighbours) { send neighbour, eReset, g; }
        goto Identifying;
    }
}

module tree = { Node };
