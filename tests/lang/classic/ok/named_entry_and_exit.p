// Entry, exit, action and transition by name.

event eTick: int;

main machine Main {
    var n: int;

    fun Begin() { n = 0; }
    fun End() { n = -1; }
    fun Work() { n = payload; }
    fun Between() { n = n + payload; }

    start state Init {
        entry Begin;
        exit End;
        on eTick goto Next with Between;
    }

    state Next {
        on eTick do Work;
    }
}
