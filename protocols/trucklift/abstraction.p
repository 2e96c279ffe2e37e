// A lift as another one sees it: it takes each step, stops in an alarm, and becomes level. Nobody presses its button, and it
// notices no obstacle.

machine ObedientLift {
    var height: int;

    start state Following {
        on eStep do (step: tStep) {
            if (step.up) { SetHeight(height + 1); }
            else { SetHeight(height - 1); }
            send step.commander, eMoved, this;
        }
        on eStop do (alarmed: machine) { send alarmed, eStopped, (lift = this, height = height); }
        on eLevel do (level: (alarmed: machine, height: int)) {
            SetHeight(level.height);
            send level.alarmed, eLevelled, this;
        }
        ignore eResume;
    }

    fun SetHeight(h: int) {
        height = h;
        announce eHeight, (lift = this, height = h);
    }
}
