// Foreign values are no data.

type tHandle;

fun Store(h: tHandle) {
    var d: data;
    d = h; // error: E0401
}
