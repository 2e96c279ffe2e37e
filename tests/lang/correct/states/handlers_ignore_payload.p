// A handler without a parameter takes any event.

event eInt: int;
event eBool: bool;
event eNone;

machine Main {
    start state Init {
        on eInt, eBool, eNone do { print "something"; }
    }
}
