// A number is no collection.

fun Walk(n: int) {
    var x: int;
    foreach (x in n) { print "step"; } // error: E0416
}
