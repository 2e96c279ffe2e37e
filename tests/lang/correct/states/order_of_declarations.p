// Everything is visible everywhere, before and after its declaration.

machine Main {
    start state Init {
        entry { Prepare(); }
        on eTick do Work;
        exit Leave;
    }

    fun Prepare() { other = new Other(limit); }
    fun Work() { if (other != null) { goto Done; } }
    fun Leave() { print Text(); }

    state Done { ignore eTick; }

    var other: machine;
    var limit: tLimit;
}

fun Text(): string { return "leaving"; }

machine Other {
    start state Init {
        entry (n: tLimit) { n = n + 1; }
    }
}

type tLimit = int;
event eTick;
