// plait: --dialect modern
// Modern P writes global functions without a word.

static fun One(): int { // error: E0110
    return 1;
}
