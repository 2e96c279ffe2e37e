// plait: --dialect modern
// Modern P has foreign functions instead.

machine Main {
    model fun Flip(): bool { // error: E0110
        return $;
    }

    start state Init {
        entry { assert Flip(); }
    }
}
