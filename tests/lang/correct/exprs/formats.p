// Places may come in any order and more than once.

fun Formats(n: int, s: string, m: machine) {
    print format("none");
    print format("{0}", n);
    print format("{0} of {1}", n, s);
    print format("{1} before {0}, then {1} again", n, s);
    print format("{0}{1}{2}", 1, true, 2.5);
    print format("{{0}} is {0}", (n, s));
    print format("{0}", m);
    print format("{0}", null) + format("{0}", "text");
    assert n > 0, format("{0} is too small", n);
}
