// A broken declaration does not hide the next one.

event eTick: ; // error: E0101
event eTock;
type = int; // error: E0101

machine Main {
    start state Init {
        on eTick, eTock do { }
    }
}
