// A handler's parameter may be wider than the payload.

event eInt: int;
event eBool: bool;
event eSeq: seq[int];

machine Main {
    start state Init {
        on eInt, eBool do (x: any) { print format("{0}", x); }
        on eSeq goto Next with (s: seq[any]) { print format("{0}", s); }
    }

    state Next {
        entry (d: data) { print format("{0}", d); }
        on eInt, eBool, eSeq goto Next;
    }
}
