// A map is walked through `keys` or `values`.

fun Walk(m: map[int, int]) {
    var x: int;
    foreach (x in m) { print "step"; } // error: E0416
}
