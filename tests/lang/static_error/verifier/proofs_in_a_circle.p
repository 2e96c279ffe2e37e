// Each lemma is proved by the other.

Lemma first {
    invariant a: true;
}

Lemma second {
    invariant b: true;
}

Proof { prove first using second; prove second using first; } // error: E0802
