// A result of an unknown type.

fun Make(): tRequest; // error: E0207
