// Foreign types are told apart by name.

type tHandle;
type tSocket;

fun Store(h: tHandle) {
    var s: tSocket;
    s = h; // error: E0401
}
