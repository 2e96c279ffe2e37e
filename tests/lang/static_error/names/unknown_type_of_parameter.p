// A parameter of an unknown type.

fun Show(r: tRequest) { } // error: E0207
