// Loops in loops, left from the inside.

fun Search(m: map[int, seq[int]], x: int): int {
    var k, v, found: int;
    found = -1;
    foreach (k in keys(m)) {
        foreach (v in m[k]) {
            if (v == x) {
                found = k;
                break;
            }
            if (v < 0) continue;
        }
        while (true) {
            if (found >= 0) break;
            found = found - 1;
            if (found < -10) { break; } else { continue; }
        }
    }
    return found;
}
