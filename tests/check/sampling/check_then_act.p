// check
// verdict: bug
// delays: 1
// depth: 2
// Both ask whether the seat is free before one of them takes it.

event eIsFree: machine;
event eFree;
event eTaken;
event eSit;

machine Seat {
    var sitting: int;

    start state Init {
        on eIsFree do (m: machine) {
            if (sitting == 0) { send m, eFree; } else { send m, eTaken; }
        }
        on eSit do {
            sitting = sitting + 1;
            assert sitting == 1, "two on one seat";  // bug: assertion two on one seat
        }
    }
}

machine Guest {
    start state Init {
        entry (seat: machine) {
            send seat, eIsFree, this;
            receive {
                case eFree: { send seat, eSit; }
                case eTaken: { }
            }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var seat: machine;
            seat = new Seat();
            new Guest(seat);
            new Guest(seat);
        }
    }
}
