// An alias is the type it stands for.

type tCount = int;

fun Work(): bool {
    var n: tCount;
    return n; // error: E0401
}
