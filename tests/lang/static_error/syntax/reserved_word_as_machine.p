// `module` cannot name a machine.

machine module { // error: E0108
    start state Init { }
}
