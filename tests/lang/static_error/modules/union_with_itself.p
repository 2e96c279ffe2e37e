// One message, however many machines are bound twice.

machine A { start state Idle { } }
machine B { start state Idle { } }

module M = { A, B };
module Twice = (union M, M);  // error: E0706 `A` is bound twice
