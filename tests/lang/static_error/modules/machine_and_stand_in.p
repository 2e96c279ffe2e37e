// A bound to itself and B bound in A's place: both claim the interface A.

machine A { start state Idle { } }
machine B { start state Idle { } }

module Work = { A, B -> A };  // error: E0703 `A` is bound twice
