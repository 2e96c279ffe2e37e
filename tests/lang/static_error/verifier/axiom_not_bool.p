// So does an axiom.

axiom "true"; // error: E0418
