// Every statement of the 2015 dialect.

event eTick: int;

model Other {
    start state Init { ignore eTick; }
}

monitor Watch {
    start state Init { ignore eTick; }
}

main machine Main {
    var n: int;
    var s: seq[int];
    var o: machine;

    fun Work(k: int) { n = k; }

    start state Init {
        entry {
            ;
            { n = 1; { } }
            assert n == 1;
            s += (0, n);
            s[0] = 2;
            s -= 0;
            while (n < 3) n = n + 1;
            if (n == 3) n = 4; else { n = 5; }
            new Other();
            new Watch();
            o = new Other(n);
            Work(n);
            send o, eTick, n;
            send o, halt;
            monitor Watch, eTick, n;
            push Below;
            raise eTick, 6;
            return;
        }
        ignore eTick;
    }

    state Below {
        entry { pop; }
    }
}
