// The grammar has `main M in m`; only tests and implementations have main machines.

machine Main { start state Idle { } }

module M = main Main in { Main };  // error: E0711 a module has no main machine
test tcOne [main = Main]: M;
