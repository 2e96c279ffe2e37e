// What is taken for granted.

pure Nodes(): set[machine];
pure Before(a: machine, b: machine): bool;

machine Node {
    var held: bool;

    start state Init { }
}

axiom forall (a: machine) :: !Before(a, a);
axiom exists (a: machine) :: a in Nodes();
init-condition forall (n: Node) :: !n.held;
init-condition sizeof(Nodes()) > 0;
