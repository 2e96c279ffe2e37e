// The machine to execute does not exist.

model DiskModel {
    start state Init { }
}

main machine Main {
    start state Init {
        entry {
            new DiskModel() for Disk; // error: E0206
        }
    }
}
