// What is told to an explorer is numbered from 0 on.

fun TellExplorer(op: int, number: int);

machine Main {
    start state Init {
        entry {
            TellExplorer(0, -1);
            TellExplorer(-1, 0);  // bug: foreign from 0 to 2147483647
        }
    }
}
