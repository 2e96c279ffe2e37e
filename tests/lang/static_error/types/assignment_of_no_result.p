// The function gives nothing back.

fun Work() { print "working"; }

fun Store() {
    var n: int;
    n = Work(); // error: E0401
}
