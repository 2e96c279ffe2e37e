// Functions outside machines, real and model ones.

static fun Larger(a: int, b: int): int {
    if (a < b)
        return b;
    return a;
}

static model fun Flip(): bool {
    return $;
}

main machine Main {
    var n: int;
    var b: bool;

    start state Init {
        entry {
            n = Larger(1, 2);
            b = Flip();
        }
    }
}
