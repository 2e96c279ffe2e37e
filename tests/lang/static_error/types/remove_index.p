// A sequence removes by index.

fun Drop(s: seq[string]) {
    s -= "first"; // error: E0401
}
