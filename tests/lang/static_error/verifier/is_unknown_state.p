// `is` names a state or an event.

machine Node {
    start state Init { }
}

invariant done: forall (n: Node) :: n is Done; // error: E0202
