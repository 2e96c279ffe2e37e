// The gateway of a service: it numbers what clients ask for, and sends it again when the chain has changed.
//
// It sends an update to the head of the view that it knows. With a new view it sends all updates without
// results again, in their order: it cannot know how far they came. Replicas ignore what they have.

machine Gateway {
    var master: machine;
    var version: int;
    var head: machine;  // null: there is none yet
    var is_lost: bool;  // no replica has the content any more
    var open: map[int, tUpdate];
    var askers: map[int, (client: machine, id: int)];
    var last, done: int;  // updates that were sent; all up to `done` have their results

    start state Serving {
        entry (m: machine) {
            master = m;
            send master, eGateway, this;
        }
        on eChain do (chain: tChain) {
            var is_first: bool;

            if (chain.version <= version) { return; }
            version = chain.version;
            if (sizeof(chain.replicas) == 0) {
                is_lost = true;
                RefuseAll();
                return;
            }
            is_first = head == null;
            head = chain.replicas[0];
            if (is_first || !bug_sends_once) { SendAgain(); }
        }
        on eRequests do (r: (client: machine, id: int, operations: seq[tOperation])) {
            last = last + 1;
            askers[last] = (client = r.client, id = r.id);
            open[last] = (gateway = this, number = last, done = done, operations = r.operations);
            if (is_lost) { RefuseAll(); }
            else { SendUpdate(last); }
        }
        on eResults do (r: (number: int, results: seq[tReply])) {
            var asker: (client: machine, id: int);

            if (!(r.number in open)) { return; }  // for the second time
            asker = askers[r.number];
            open -= r.number;
            askers -= r.number;
            while (done < last && !(done + 1 in open)) { done = done + 1; }
            send asker.client, eReplies, (id = asker.id, results = r.results);
        }
    }

    fun SendUpdate(number: int) {
        if (head != null) { send head, eUpdate, (version = version, update = open[number]); }
    }

    fun RefuseAll() {
        var number: int;

        foreach (number in keys(open)) {
            send askers[number].client, eReplies, (id = askers[number].id, results = default(seq[tReply]));
            open -= number;
            askers -= number;
        }
        done = last;
    }

    fun SendAgain() {
        var number: int;

        number = done;
        while (number < last) {
            number = number + 1;
            if (number in open) { SendUpdate(number); }
        }
    }
}
