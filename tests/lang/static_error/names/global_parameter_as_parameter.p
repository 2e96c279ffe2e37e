// Also as a parameter.

param nodes: int;

fun Count(nodes: int) { } // error: E0211
