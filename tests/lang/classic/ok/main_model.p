// The first machine may be a model.

main model Main {
    start state Init { }
}
