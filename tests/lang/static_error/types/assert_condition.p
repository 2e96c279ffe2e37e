// Nor a string.

fun Work() {
    assert "never"; // error: E0418
}
