// What is forbidden by place is reported beside what is wrong by type.

event eTick;

machine Main {
    var n: int;

    fun One(): int {
        raise eTick; // error: E0502
        return 1;
    }

    start state Init {
        entry { n = One() + true; } // error: E0403
        on eTick goto Done;
        exit { raise eTick; } // error: E0309
    }

    state Done { ignore eTick; }
}
