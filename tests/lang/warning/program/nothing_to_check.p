// Neither a test nor a machine called Main.

machine Server {
    start state Init { }
} // warning: W0909