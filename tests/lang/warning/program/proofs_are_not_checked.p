// Said once, at the first of them.

machine Main {
    start state Init { }
}

invariant first: true; // warning: W0908
invariant second: true;

Lemma third {
    invariant fourth: true;
}
