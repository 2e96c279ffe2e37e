// Only one machine is the first.

main machine First {
    start state Init { }
}

main model Second { // error: E0311
    start state Init { }
}
