// check
// verdict: verified
// Choices before and behind a creation count together, and differently by the way that
// was taken: by one of them there are too many for one step.

event eGot: bool;

machine Child {
    start state Init {
        entry (m: machine) { send m, eGot, true; }
    }
}

machine Main {
    var sum: int;

    start state Init {
        entry {
            var first, second: int;
            if ($) { first = choose(70); } else { first = choose(3); }
            sum = first % 2;
            new Child(this);
            second = choose(50);
            sum = sum + second % 2;
        }
        on eGot do (yes: bool) { assert yes && sum <= 2; }
    }
}
