// Two fields of one name.

type tPair = (left: int, left: bool); // error: E0214
