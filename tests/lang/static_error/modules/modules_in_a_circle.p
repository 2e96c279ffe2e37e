// Reported once, where the circle closes; what uses it stays silent.

machine Main { start state Idle { } }

module A = (union { Main }, B);
module B = hidei Main in C;
module C = A;  // error: E0718 `A` is made of itself
module D = (union A, B, C);
