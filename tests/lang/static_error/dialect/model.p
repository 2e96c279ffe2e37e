// plait: --dialect modern
// Modern P has no models.

model Timer { // error: E0110
    start state Init { }
}
