// Nothing of this name to prove.

Lemma first {
    invariant a: true;
}

Proof {
    prove first;
    prove second; // error: E0804
}
