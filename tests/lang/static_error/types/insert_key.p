// The key has the map's key type.

fun Collect(m: map[int, bool]) {
    m += (true, true); // error: E0401
}
