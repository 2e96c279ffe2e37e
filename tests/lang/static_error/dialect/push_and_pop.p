// plait: --dialect modern
// Nor statements for it.

machine Main {
    start state Init {
        entry {
            push Below; // error: E0110
        }
    }
    state Below {
        entry {
            pop; // error: E0110
        }
    }
}
