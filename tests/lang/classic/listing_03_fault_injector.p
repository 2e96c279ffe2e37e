// Listing 3: a model machine halts some of the nodes, at some time.

event Unit;

model FaultInjector {
    var nodes: seq[machine];
    var i: int;

    start state Init {
        entry {
            nodes = payload as seq[machine];
            raise Unit;
        }
        on Unit goto Fail;
    }

    state Fail {
        entry {
            if (sizeof(nodes) == 0)
                return;
            i = 0;
            while (i < sizeof(nodes)) {
                if ($) {
                    send nodes[i], halt;
                    nodes -= i;
                    raise Unit;
                } else {
                    i = i + 1;
                }
            }
        }
        on Unit goto Fail;
    }
}

machine Node {
    start state Init { }
}

main model Test {
    var nodes: seq[machine];
    var node: machine;

    start state Init {
        entry {
            while (sizeof(nodes) < 3) {
                node = new Node();
                nodes += (sizeof(nodes), node);
            }
            new FaultInjector(nodes);
        }
    }
}
