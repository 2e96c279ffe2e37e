// `new` of an interface makes the machine that the module puts behind it.

event ePing: machine;
event ePong;

interface Server() receives ePing;

machine RealServer
    receives ePing;
    sends ePong;
{
    start state Init {
        on ePing do (m: machine) {
            print "ping";
            send m, ePong;
        }
    }
}

machine Main {
    start state Init {
        entry { send new Server(), ePing, this; }
        on ePong do { print "pong"; }
    }
}

implementation go [main = Main]: union { Main }, { RealServer -> Server };

// output:
//   ping
//   pong
