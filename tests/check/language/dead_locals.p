// check
// verdict: verified
// What a handler has forgotten makes no states: the choices here come to nothing.

event ePing;

machine Main {
    start state Init {
        entry {
            var noise, i: int;
            var list: seq[int];
            noise = choose(5);
            list += (0, noise);
            if (noise > 7) { noise = list[0]; }
            send this, ePing;
            noise = choose(3);
            list[0] = noise;
            send this, ePing;
            i = 1;
            while (i < 3) {
                noise = choose(4);
                receive { case ePing: { noise = i; } }
                i = i + 1;
            }
        }
    }
}
