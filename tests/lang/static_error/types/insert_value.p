// The value has the map's value type.

fun Collect(m: map[int, bool]) {
    m += (0, 1); // error: E0401
}
