// What may share a name: they are never looked for in one place.

event Work;

machine Main {
    var Work: int;
    var Init: int;

    start state Init {
        entry {
            var Main: int;
            var Done: bool;
            Main = Work;
            Done = Init == Main;
            if (Done) { goto Done; }
        }
        on Work goto Done;
    }

    state Done { ignore Work; }
}

fun Work(): int { return 1; }
