// The loop variable has the element type, exactly.

fun Walk(s: seq[int]) {
    var x: any;
    foreach (x in s) { print "step"; } // error: E0401
}
