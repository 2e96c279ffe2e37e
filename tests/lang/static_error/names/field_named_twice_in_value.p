// The same in a tuple's value.

fun Make() {
    var p: any;
    p = (left = 1, left = 2); // error: E0214
}
