// A function of no machine waits for the one that calls it.

event eReply: int;

fun Ask(): int {
    var answer: int;
    receive {
        case eReply: (n: int) { answer = n; }
    }
    return answer;
}

machine Main {
    start state Init {
        entry { print format("{0}", Ask()); }
    }
}
