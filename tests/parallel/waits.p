// One machine is in C for two seconds, and nothing else happens.

fun Doze(milliseconds: int): int;

machine Main {
    start state Init {
        entry {
            assert Doze(2000) == 2000;
            print "done";
        }
    }
}
