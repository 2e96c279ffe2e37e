// plait: --dialect modern
// Modern P says `observes`.

event eTick;

spec Watch monitors eTick { // error: E0110
    start state Init { ignore eTick; }
}
