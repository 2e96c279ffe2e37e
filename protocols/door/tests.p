// A passenger at each door, who presses the button.

param presses: int;  // of each passenger; 0: as often as he likes

machine Passenger {
    var door: machine;
    var pressed: int;

    start state Waiting {
        entry (d: machine) {
            door = d;
            Press();
        }
        on eLight do Press;
    }

    state Content { }

    // A button that is lit cannot be pressed.
    fun Press() {
        if (presses > 0) { pressed = pressed + 1; }
        if (pressed > presses || (presses == 0 && $)) { goto Content; }
        send door, eButton, this;
    }
}

module system = union door, { Passenger };
module cabin_alone = { Cabin, AnyDoor -> Door };  // with the abstraction of its doors

test param (doors in [1, 2], patience in [1], stops in [1], presses in [1]) tcOneStop [main = Cabin]:
    assert ClosedWhileTravelling in system;
test param (doors in [1], patience in [1], stops in [2], presses in [3]) tcTwoStops [main = Cabin]:
    assert ClosedWhileTravelling in system;
test param (doors in [2], patience in [2], stops in [3], presses in [3]) tcLarge [main = Cabin]:
    assert ClosedWhileTravelling in system;
test param (doors in [1, 2], patience in [1], stops in [1]) tcLeaves [main = Cabin]: assert Leaves in system;
test param (doors in [2, 3], patience in [1], stops in [1, 2]) tcCabin [main = Cabin]:
    assert ClosedWhileTravelling in cabin_alone;
test param (doors in [2], patience in [1], stops in [1]) tcCabinLeaves [main = Cabin]: assert Leaves in cabin_alone;

test param (doors in [2], patience in [1], stops in [3], presses in [3], bug_door_opens_at_once in [true])
    tcBugOpensAtOnce [main = Cabin]: assert ClosedWhileTravelling in system;
test param (doors in [2], patience in [1], stops in [1], bug_door_no_patience in [true])
    tcBugNoPatience [main = Cabin]: assert Leaves in system;
