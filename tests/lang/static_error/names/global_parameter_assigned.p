// Only a test gives it a value.

param nodes: int;

machine Main {
    start state Init {
        entry {
            nodes = 3; // error: E0213
        }
    }
}
