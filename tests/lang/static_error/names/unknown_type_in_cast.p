// A cast to an unknown type.

fun Read(x: any) {
    var n: any;
    n = x as tCount; // error: E0207
}
