// A variable of unknown type fits everywhere: one mistake, one message.

fun Work(): int {
    var r: tRequest; // error: E0207
    r = 1;
    r.field = true;
    r += (0, r[1]);
    if (r) { print r; }
    return r + 1;
}
