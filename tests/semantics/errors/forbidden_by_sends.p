// A machine sends only what its `sends` allows.

event eTick;
event eTock;

machine Other {
    start state Init {
        ignore eTick, eTock;
    }
}

machine Main
    sends eTick;
{
    start state Init {
        entry {
            var m: machine;
            var e: event;
            m = new Other();
            e = eTick;
            send m, e;
            e = eTock;
            send m, e;  // bug: forbidden-send
        }
    }
}
