// Nothing to continue.

fun Work() {
    continue; // error: E0503
}
