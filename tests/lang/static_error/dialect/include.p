// plait: --dialect modern
// Modern P is given all its files.

include "other.p" // error: E0110

machine Main {
    start state Init { }
}
