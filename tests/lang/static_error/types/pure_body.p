// The body of a pure function has its type.

pure Next(n: int): bool = n + 1; // error: E0401
