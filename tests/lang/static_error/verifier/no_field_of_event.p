// An event has the fields of its payload.

event eVote: (round: int, by: machine);

machine Node {
    start state Init { ignore eVote; }
}

invariant voted: forall (e: eVote) :: inflight e ==> e.turn >= 0; // error: E0801
