// With a body and without.

pure Limit(): int = 10;
pure Next(n: int): int = n + 1;
pure Leader(m: machine): bool;
pure Nodes(): set[machine];
pure Both(a: bool, b: bool): bool = a && b ==> b;
