// check
// verdict: bug
// delays: 2
// depth: 1
// The wrong choice is only wrong when the other one was faster.

event eMode: int;
event eWork;

machine Server {
    var mode: int;

    start state Init {
        on eMode do (n: int) { mode = n; }
        on eWork do { assert mode != 2, "not in this mode"; }  // bug: assertion not in this mode
    }
}

machine Operator {
    start state Init {
        entry (server: machine) { send server, eMode, choose(3); }
    }
}

machine Main {
    start state Init {
        entry {
            var server: machine;
            server = new Server();
            new Operator(server);
            send server, eWork;
        }
    }
}
