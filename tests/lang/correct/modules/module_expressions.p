// Every form of a module expression.

event ePing: machine;
event ePong;

machine Ping {
    start state Init {
        entry {
            var p: machine;
            p = new Pong();
            send p, ePing, this;
        }
        ignore ePong;
    }
}

machine Pong
    sends ePong;
{
    start state Init {
        on ePing do (m: machine) { send m, ePong; }
    }
}

interface Table() receives ePing;

machine TableImpl
    receives ePing;
    sends;
{
    start state Init { ignore ePing; }
}

spec Pings observes ePing {
    start state Init { ignore ePing; }
}

module pinging = { Ping };
module ponging = { Pong };
module both = union pinging, ponging;
module bound = { TableImpl -> Table };
module nested = ((both));
module watched = assert Pings in both;
module three = union both, bound, { Main };

machine Main {
    start state Init {
        entry { new Ping(); }
    }
}

test tcPing [main = Ping]: both;
test tcWatched [main = Ping]: watched;
test tcMain [main = Main]: union { Main }, nested;
implementation impl [main = Ping]: both;
