// A container does not make a cycle harmless.

type tTree = (value: int, children: seq[tTree]); // error: E0210
