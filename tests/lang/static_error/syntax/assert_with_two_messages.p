// One message is enough.

fun Check(n: int) {
    assert n > 0, "small", "very small"; // error: E0101
}
