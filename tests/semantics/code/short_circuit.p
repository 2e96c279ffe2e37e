// The right side of && and || is evaluated only where it matters.

machine Main {
    var asked: int;

    fun Ask(b: bool): bool {
        asked = asked + 1;
        return b;
    }

    start state Init {
        entry {
            var s: seq[int];
            assert !(Ask(false) && Ask(true)) && asked == 1;
            assert (Ask(true) || Ask(false)) && asked == 2;
            assert Ask(true) && Ask(true) && asked == 4;
            assert (Ask(false) || Ask(true)) && asked == 6;
            assert sizeof(s) == 0 || s[0] == 1;
            assert !(sizeof(s) > 0 && s[0] == 1);
            print format("{0}", asked);  // prints: 6
        }
    }
}
