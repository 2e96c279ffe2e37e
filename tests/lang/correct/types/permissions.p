// References that say what may be sent: machines, interfaces and event sets.

event eTick;
event eTock: int;
event eBoth: (Clock, Bell);

eventset Ticks = { eTick };

interface Clock() receives eTick;
interface Bell(int) receives eTick, eTock;
interface Mute() receives;

machine Tower
    receives eTick, eTock;
    sends eTick;
{
    var clock: Clock;
    var bell: Bell;
    var anyone: machine;
    var ticks: Ticks;

    start state Init {
        entry (n: int) {
            bell = this;
            clock = bell to Clock;
            clock = this to Clock;
            anyone = bell;
            anyone = clock;
            ticks = clock;
            clock = ticks;
            send clock, eTick;
        }
        ignore eTick, eTock;
    }
}
