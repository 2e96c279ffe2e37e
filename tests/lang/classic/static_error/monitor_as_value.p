// A monitor is created and told; nobody holds a reference to it.

monitor Watch {
    start state Init { }
}

main machine Main {
    var m: machine;

    start state Init {
        entry {
            m = new Watch(); // error: E0606
        }
    }
}
