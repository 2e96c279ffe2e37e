// One machine while checking, another when the program runs: four spellings.

model DiskModel {
    start state Init { }
}

machine Disk {
    start state Init { }
}

main machine Main {
    var d: machine;

    start state Init {
        entry {
            new DiskModel for Disk;
            new DiskModel(1) for Disk;
            d = new DiskModel(this) for Disk();
            d = new DiskModel(2) as Disk;
            new DiskModel models Disk(3);
        }
    }
}
