// A library: machines, but nothing called Main.

machine Helper { start state Init { entry (n: int) { } } }
