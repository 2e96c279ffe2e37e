// check
// verdict: bug
// delays: 1
// depth: 1
// A message may be lost, and its sender does not know.

event eData: int;
event eEnd;

machine Link {
    var target: machine;

    start state Init {
        entry (m: machine) { target = m; }
        on eData do (n: int) { if (!$) { send target, eData, n; } }
        on eEnd do { send target, eEnd; }
    }
}

machine Receiver {
    var sum: int;

    start state Init {
        on eData do (n: int) { sum = sum + n; }
        on eEnd do { assert sum == 3, "something is missing"; }  // bug: assertion missing
    }
}

machine Main {
    start state Init {
        entry {
            var link: machine;
            link = new Link(new Receiver());
            send link, eData, 1;
            send link, eData, 2;
            send link, eEnd;
        }
    }
}
