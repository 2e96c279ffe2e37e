// Functions outside machines create, send and choose for whoever calls them.

event eTick: int;

machine Worker {
    start state Init { ignore eTick; }
}

fun Spawn(n: int): seq[machine] {
    var all: seq[machine];
    while (sizeof(all) < n) {
        all += (sizeof(all), new Worker());
    }
    return all;
}

fun Broadcast(all: seq[machine], n: int) {
    var m: machine;
    foreach (m in all) {
        if ($) { send m, eTick, n; }
    }
}

fun Stop() {
    raise halt;
}

machine Main {
    start state Init {
        entry {
            Broadcast(Spawn(3), 7);
            Stop();
        }
    }
}
