// Two pure functions of one name.

pure Next(n: int): int = n + 1;
pure Next(n: int): int = n + 2; // error: E0201
