// Deep inside another type.

type tTable = map[int, seq[tRow]]; // error: E0207
