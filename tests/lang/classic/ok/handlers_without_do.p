// `do` may be left out before a block.

event eTick;
event eTock: int;

main machine Main {
    var n: int;

    start state Init {
        on eTick { };
        on eTock { n = payload; }
        on null, halt { n = 0; };
    }
}
