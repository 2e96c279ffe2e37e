// Words of the 2015 dialect are ordinary names in modern P.

event monitor;
event trigger: int;
type model = int;

fun push(payload: model): model {
    return payload + 1;
}

fun pop(static: int): int {
    return static;
}

machine group {
    var include: int;
    var foreign: seq[int];
    var models, monitors: int;

    start state for {
        entry {
            var payload: int;
            payload = 1;
            include = push(payload);
            foreign += (0, pop(include));
            models = foreign[0];
            monitors = models;
        }
        on monitor goto for;
        on trigger do (payload: int) { include = payload; }
    }
}
