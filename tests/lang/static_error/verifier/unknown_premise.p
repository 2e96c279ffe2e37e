// Nothing of this name to use.

Lemma first {
    invariant a: true;
}

Proof {
    prove first using second; // error: E0804
}
