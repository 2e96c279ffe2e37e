// An implementation that names no main machine starts Main.

machine Helper { start state Idle { } }
machine Main { start state Init { entry { new Helper(); } } }

implementation Service: { Main, Helper };
implementation Named [main = Main]: (union { Helper }, { Main });
