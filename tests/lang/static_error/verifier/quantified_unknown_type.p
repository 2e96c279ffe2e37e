// A bound variable has a type.

invariant done: forall (n: Node) :: true; // error: E0207
