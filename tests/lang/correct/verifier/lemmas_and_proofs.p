// Groups of invariants, and what is proved by what.

Lemma small {
    invariant one: true;
    invariant two: 1 < 2;
}

Lemma empty { }

Theorem large {
    invariant three: forall (n: int) :: n == n;
}

invariant lonely: true;

Proof {
    prove small;
}

Proof Second {
    prove large using small;
    prove lonely using small_one, large;
    prove empty using * except lonely;
}

Proof Third {
    prove default;
    prove small, large using empty;
    prove *;
}
