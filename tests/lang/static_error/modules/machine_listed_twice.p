machine A { start state Idle { } }
machine B { start state Idle { } }

module Work = { A, B, A };  // error: E0703 `A` is bound twice
