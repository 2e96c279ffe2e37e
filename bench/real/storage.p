// A sharded store: each key belongs to one shard, each shard is a chain of three nodes.
//
// A write enters at the head, goes down the chain, and the tail answers the client. A read is
// answered by the tail. Clients have several requests on the way at once, so the queues of
// popular shards grow. The specification remembers every write that was ever acknowledged:
// a later read must not be older.
//
// 36 shards and 12 clients are 121 machines.

type tItem = (value: int, version: int);

event eWrite: (client: Client, ticket: int, key: int, value: int);    // to the head
event eForward: (client: Client, ticket: int, key: int, item: tItem);  // down the chain
event eRead: (client: Client, ticket: int, key: int);                 // to the tail
event eDone: (ticket: int, key: int, item: tItem);                  // the tail's answer
event eChain: (next: Node, isTail: bool);
event eGo;

// For the specification.
event eAsked: (client: Client, ticket: int, key: int);
event eAnswered: (client: Client, ticket: int, key: int, item: tItem, isWrite: bool);

fun Shards(): int { return 36; }
fun Replicas(): int { return 3; }
fun Clients(): int { return 12; }
fun Keys(): int { return 4000; }
fun Requests(): int { return 1000; }  // of each client
fun Window(): int { return 16; }      // requests on the way

machine Node {
    var next: Node;
    var isTail: bool;
    var items: map[int, tItem];
    var served: int;

    start state Waiting {
        on eChain goto Serving with (chain: (next: Node, isTail: bool)) {
            next = chain.next;
            isTail = chain.isTail;
        }
        defer eWrite, eForward, eRead;
    }

    state Serving {
        on eWrite do (write: (client: Client, ticket: int, key: int, value: int)) {
            var version: int;

            if (write.key in items) {
                version = items[write.key].version;
            }
            Keep((client = write.client, ticket = write.ticket, key = write.key,
                  item = (value = write.value, version = version + 1)));
        }
        on eForward do Keep;
        on eRead do (read: (client: Client, ticket: int, key: int)) {
            var item: tItem;

            served = served + 1;
            if (read.key in items) {
                item = items[read.key];
            }
            send read.client, eDone, (ticket = read.ticket, key = read.key, item = item);
        }
    }

    fun Keep(write: (client: Client, ticket: int, key: int, item: tItem)) {
        if (write.key in items) {
            assert write.item.version > items[write.key].version, "a version came twice";
        }
        items[write.key] = write.item;
        served = served + 1;
        if (isTail) {
            send write.client, eDone, (ticket = write.ticket, key = write.key, item = write.item);
        } else {
            send next, eForward, write;
        }
    }
}

machine Client {
    var heads: seq[Node];
    var tails: seq[Node];
    var asked: int;
    var pending: map[int, bool];  // ticket -> is it a write?

    start state Working {
        entry (all: (heads: seq[Node], tails: seq[Node])) {
            heads = all.heads;
            tails = all.tails;
            send this, eGo;
        }
        on eGo do {
            while (sizeof(pending) < Window() && asked < Requests()) {
                Ask();
            }
        }
        on eDone do (done: (ticket: int, key: int, item: tItem)) {
            announce eAnswered, (client = this, ticket = done.ticket, key = done.key,
                                 item = done.item, isWrite = pending[done.ticket]);
            pending -= (done.ticket);
            if (asked < Requests()) {
                Ask();
            }
        }
    }

    fun Ask() {
        var key: int;
        var shard: int;
        var isWrite: bool;

        key = choose(Keys());
        isWrite = $;
        asked = asked + 1;
        shard = key - (key / Shards()) * Shards();
        pending[asked] = isWrite;
        announce eAsked, (client = this, ticket = asked, key = key);
        if (isWrite) {
            send heads[shard], eWrite, (client = this, ticket = asked, key = key, value = asked);
        } else {
            send tails[shard], eRead, (client = this, ticket = asked, key = key);
        }
    }
}

// An answer is at least as new as everything that was acknowledged before it was asked for.
spec NothingIsLost observes eAsked, eAnswered {
    var newest: map[int, int];                       // key -> version acknowledged
    var floor: map[(client: Client, ticket: int), int];  // request -> newest when it was asked
    var history: seq[(key: int, version: int)];      // all acknowledged writes

    start state Watching {
        on eAsked do (ask: (client: Client, ticket: int, key: int)) {
            if (ask.key in newest) {
                floor[(client = ask.client, ticket = ask.ticket)] = newest[ask.key];
            } else {
                floor[(client = ask.client, ticket = ask.ticket)] = 0;
            }
        }
        on eAnswered do (done: (client: Client, ticket: int, key: int, item: tItem,
                                isWrite: bool)) {
            var request: (client: Client, ticket: int);

            request = (client = done.client, ticket = done.ticket);
            assert done.item.version >= floor[request], "an old version was answered";
            floor -= (request);
            if (done.isWrite) {
                history += (sizeof(history), (key = done.key, version = done.item.version));
            }
            if (!(done.key in newest) || newest[done.key] < done.item.version) {
                newest[done.key] = done.item.version;
            }
        }
    }
}

machine Main {
    start state Building {
        entry {
            var heads: seq[Node];
            var tails: seq[Node];
            var node: Node;
            var next: Node;
            var i: int;
            var j: int;

            while (i < Shards()) {
                next = new Node();
                send next, eChain, (next = next, isTail = true);
                tails += (i, next);
                j = 1;
                while (j < Replicas()) {
                    node = new Node();
                    send node, eChain, (next = next, isTail = false);
                    next = node;
                    j = j + 1;
                }
                heads += (i, next);
                i = i + 1;
            }
            i = 0;
            while (i < Clients()) {
                new Client((heads = heads, tails = tails));
                i = i + 1;
            }
            raise halt;
        }
    }
}

test tcStorage [main = Main]: assert NothingIsLost in { Main, Node, Client };
