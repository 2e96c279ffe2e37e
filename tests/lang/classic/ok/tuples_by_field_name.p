// The order of named fields does not matter.

event eMove: (x: int, y: int);

main machine Main {
    var place: (x: int, y: int);
    var other: (y: int, x: int);

    start state Init {
        entry {
            place = (y=2, x=1);
            other = place;
            send this, eMove, (y=4, x=3);
            assert place == other;
        }
        on eMove do { place = payload; };
    }
}
