// The handler expects another payload.

event eCount: int;

machine Main {
    start state Init {
        on eCount do (s: string) { print s; } // error: E0415
    }
}
