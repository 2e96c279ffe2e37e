// plait: --dialect modern
// Modern P bounds no queues.

event eTick assert 1; // error: E0110

machine Main {
    start state Init { ignore eTick; }
}
