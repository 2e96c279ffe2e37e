// An order can be changed for a machine only.

fun ChangeOrder(m: machine, rank: int);

machine Main {
    start state Init {
        entry {
            var nobody: machine;
            ChangeOrder(this, 1);
            ChangeOrder(nobody, 1);  // bug: foreign the machine is null
        }
    }
}
