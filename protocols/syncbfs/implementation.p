// Breadth-first search in a synchronous network (N. Lynch, Distributed Algorithms, 1996, section 4.2).
//
// The root searches its neighbours. A node that is searched for the first time takes one of those that
// search it in this round as its parent, and searches its other neighbours in turn. It answers each search: CHILD
// to its parent, OTHER to everybody else. A node whose neighbours have all answered and whose children are all
// complete is complete, and tells its parent. When the root is complete, the tree is.

param nodes: int;

enum tKind { SEARCH, CHILD, OTHER, COMPLETE }

type tNote = (round: int, sender: machine, kind: tKind);

event eNeighbours: (neighbours: set[machine], root: bool, rounds: machine);
event eNote: tNote;
event eMarked: (node: machine, parent: machine, depth: int);  // for the specification
event eTreeComplete;

machine Node {
    var neighbours: set[machine];
    var rounds, parent: machine;
    var root, marked: bool;
    var notes: seq[tNote];       // that wait for their round
    var waiting: set[machine];   // neighbours that have not answered
    var growing: set[machine];   // children that are not complete

    start state Init {
        on eNeighbours do (n: (neighbours: set[machine], root: bool, rounds: machine)) {
            neighbours = n.neighbours;
            root = n.root;
            rounds = n.rounds;
            goto Searching;
        }
        defer eRound, eNote;
    }

    state Searching {
        on eNote do (note: tNote) { notes += (sizeof(notes), note); }
        on eRound do (round: int) {
            if (round == 1 && root) { Mark(round, null as machine); }
            while (sizeof(notes) > 0 && notes[0].round < round) {
                Take(round, notes[0]);
                notes -= 0;
            }
            if (marked && sizeof(waiting) == 0 && sizeof(growing) == 0) { Complete(round); }
            send rounds, eRoundDone, (node = this, finished = false);
        }
    }

    state Finished { }

    fun Take(round: int, note: tNote) {
        if (note.kind == SEARCH) {
            if (!marked) { Mark(round, note.sender); }
            else { Tell(note.sender, round, OTHER); }
            return;
        }
        if (note.kind == COMPLETE) {
            growing -= (note.sender);
            return;
        }
        waiting -= (note.sender);
        if (note.kind == CHILD) { growing += (note.sender); }
    }

    fun Mark(round: int, by: machine) {
        var neighbour: machine;

        marked = true;
        parent = by;
        announce eMarked, (node = this, parent = by, depth = round - 1);
        waiting = neighbours;
        if (by != null) {
            waiting -= (by);
            Tell(by, round, CHILD);
        }
        foreach (neighbour in waiting) { Tell(neighbour, round, SEARCH); }
    }

    fun Complete(round: int) {
        if (root) { announce eTreeComplete; }
        else { Tell(parent, round, COMPLETE); }
        send rounds, eRoundDone, (node = this, finished = true);
        goto Finished;
    }

    fun Tell(node: machine, round: int, kind: tKind) {
        send node, eNote, (round = round, sender = this, kind = kind);
    }
}

module syncbfs = { Node, Rounds };
