// A machine alone is no module; the braces are missing.

machine Main { start state Idle { } }

test tcOne [main = Main]: Main;  // error: E0208 there is no module `Main`
