// Types and functions that are written elsewhere.

type tHandle;

machine Worker {
    start state Init { }
}

fun Open(name: string): tHandle;
fun Close(h: tHandle);
fun Spawn(): machine creates Worker;

machine Main {
    var handle: tHandle;
    var table: map[int, tHandle];

    fun Size(h: tHandle): int;
    fun Touch();

    start state Init {
        entry {
            handle = Open("file");
            table[Size(handle)] = handle;
            if (handle == table[0]) { Touch(); }
            Close(handle);
            Spawn();
        }
    }
}
