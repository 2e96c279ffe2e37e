// A variable of that name comes first.

event eCount: int;

main machine Main {
    var payload: bool;
    var trigger: seq[int];

    start state Init {
        on eCount do {
            payload = true;
            trigger += (0, 1);
            if (payload) trigger[0] = 2;
        };
    }
}
