// `any` could hold a machine.

fun Store(x: any) {
    var d: data;
    d = x; // error: E0401
}
