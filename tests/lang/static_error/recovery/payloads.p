// Each send is checked on its own.

event eCount: int;
event eTick;

machine Main {
    start state Init {
        entry {
            send this, eCount; // error: E0414
            send this, eCount, 1;
            send this, eTick, 1; // error: E0414
            send this, eTick;
            raise eCount, "three"; // error: E0414
        }
        on eTick do (n: int) { } // error: E0415
        ignore eCount;
    }
}
