// Every statement of the language.

event eTick;
event eTock: int;

machine Other {
    start state Init { ignore eTick, eTock; }
}

machine Main {
    var n: int;
    var s: seq[int];
    var t: set[int];
    var m: machine;

    fun Work(k: int) { n = k; }

    start state Init {
        entry {
            var i: int;
            ;
            { }
            { n = 1; { n = 2; } ; }
            assert n == 2;
            assert n == 2, "no message is too long";
            assume n == 2;
            assume n == 2, "also with a message";
            print "text";
            n = 3;
            s += (0, n);
            t += (n);
            s -= 0;
            while (n < 10) { n = n + 1; if (n == 5) continue; if (n == 7) break; }
            foreach (i in s) { n = n + i; }
            foreach (i in t) n = n + i;
            if (n == 0) n = 1;
            if (n == 1) { n = 2; } else { n = 3; }
            new Other();
            m = new Other();
            Work(n);
            send m, eTick;
            send m, eTock, n;
            announce eTick;
            announce eTock, n;
            receive {
                case eTick: { n = 4; }
                case eTock: (k: int) { n = k; }
            }
            if ($) { raise eTick; }
            if ($) { goto Done, n; }
            return;
        }
        ignore eTick, eTock;
    }

    state Done {
        entry (k: int) { raise halt; }
        ignore eTick, eTock;
    }
}
