// What always holds: of machines, of their states and fields, of messages.

event eGrant: (to_node: machine, epoch: int);
event eRelease;

machine Node {
    var held: bool;
    var epoch: int;

    start state Idle {
        on eGrant do (g: (to_node: machine, epoch: int)) {
            held = true;
            epoch = g.epoch;
            goto Holding;
        }
        ignore eRelease;
    }

    state Holding { ignore eGrant, eRelease; }
}

invariant one_holder: forall (a: Node, b: Node) :: a.held && b.held ==> a == b;
invariant holds_in_state: forall (n: Node) :: n is Holding <==> n.held;
invariant kind: forall (m: machine) :: m is Node ==> true;
invariant granted: forall (g: eGrant) :: inflight g ==> g.epoch > 0;
invariant was_sent: forall (g: eGrant, n: Node) :: sent g && g targets n ==> n.epoch <= g.epoch;
invariant event_kinds: forall (e: event) :: inflight e ==> e is eGrant || e is eRelease;
invariant some: exists (n: Node) :: !n.held || exists (e: eRelease) :: inflight e;
