// And what a loop keeps.

fun Walk(s: set[int]) {
    var x: int;
    foreach (x in s)
        invariant sizeof(s); // error: E0418
    {
        print "step";
    }
}
