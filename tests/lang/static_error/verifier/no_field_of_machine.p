// A machine has the fields it declares.

event eTick;

machine Node {
    var count: int;

    start state Init {
        on eTick do { count = count + 1; }
    }
}

invariant counted: forall (n: Node) :: n.total >= 0; // error: E0801
