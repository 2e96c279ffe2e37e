// What an event brought cannot be changed.

event eAdd: int;

main machine Main {
    start state Init {
        on eAdd do {
            payload = 1; // error: E0417
        };
    }
}
