// A set removes by element.

fun Drop(s: set[int]) {
    s -= true; // error: E0401
}
