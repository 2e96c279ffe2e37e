// At most 10000 choices.

fun Pick(): int {
    return choose(10001); // error: E0411
}
