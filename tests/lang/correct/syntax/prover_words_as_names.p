// The words of proofs are names outside of them.

event sent: int;
event axiom;

machine Theorem {
    var targets: seq[machine];
    var is: bool;
    var exists, forall: int;
    var inflight: map[int, bool];

    fun prove(using: int, except: int): int {
        return using - except;
    }

    fun requires() { is = true; }

    start state invariant {
        entry {
            var pure: int;
            targets += (0, this);
            pure = prove(exists, forall);
            inflight[pure] = is;
            is = inflight[0] && exists in inflight;
            if (is) { requires(); }
            exists = forall + sizeof(targets);
            send targets[0], sent, exists;
            send this, axiom;
        }
        on sent goto Proof;
        on axiom do { exists = 0; }
    }

    state Proof { ignore sent, axiom; }
}

fun Lemma(ensures: int): int { return ensures; }
