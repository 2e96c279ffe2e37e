// The same event twice in one list.

event eTick;
event eTock;

machine Main {
    start state Init {
        on eTick,
           eTock,
           eTick // error: E0303
        do { print "time"; }
    }
}
