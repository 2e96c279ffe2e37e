// A foreach needs its collection.

fun Walk(s: seq[int]) {
    var x: int;
    foreach (x s) { print "step"; } // error: E0101
}
