// A driver for a board with switches and lights, in the style of the OSR USB-FX2 learning kit.
//
// Applications wait for a change of the switches, set the lights, and cancel what they wait for. The power manager switches the
// device off and on at any time: the driver first stops the interrupt reader and ends the transfer that runs, and parks the
// requests that wait. A transfer that takes too long is aborted. Each request is completed exactly once.

enum tStatus { DONE, CANCELLED, FAILED }

type tRequest = (application: machine, id: int);

event eWaitForSwitches: tRequest;                // application to driver
event eSetLights: tRequest;
event eCancel: int;                              // the request with this id
event eComplete: (id: int, status: tStatus);     // driver to application
event ePowerDown;                                // power manager to driver
event eUnpowered;                                // driver to power manager
event ePowerUp;
event ePowered;

event eConnect: machine;                         // driver to device
event eStartReader;
event eStopReader;
event eReaderStopped;
event eSwitches;                                 // device to driver: the switches have changed
event eTransfer: int;                            // driver to device: set the lights
event eTransferred;
event eAbort;                                    // driver to device
event eAborted;

machine Driver {
    var manager, device: machine;
    var waiting: seq[tRequest];    // for a change of the switches
    var parked: seq[tRequest];     // the same, while the device is off
    var lights: seq[tRequest];     // wait for the transfer that runs
    var current: tRequest;         // its transfer runs; id 0: none
    var alarm: machine;            // of this transfer
    var aborting: bool;            // it takes too long
    var finished: bool;            // before the abort arrived
    var reading: bool;             // the interrupt reader runs

    start state Init {
        entry (setup: (manager: machine, device: machine)) {
            manager = setup.manager;
            device = setup.device;
            send device, eConnect, this;
            goto On;
        }
        defer ePowerDown, eWaitForSwitches, eSetLights, eCancel;
    }

    state On {
        entry {
            send device, eStartReader;
            reading = true;
            waiting = parked;
            parked = default(seq[tRequest]);
            StartTransfer();
        }
        on eWaitForSwitches do (request: tRequest) { waiting += (sizeof(waiting), request); }
        on eSetLights do (request: tRequest) {
            lights += (sizeof(lights), request);
            StartTransfer();
        }
        on eCancel do (id: int) {
            var at: int;

            at = Find(waiting, id);
            if (at < sizeof(waiting)) {
                Complete(waiting[at], CANCELLED);
                waiting -= at;
            }
        }
        on eSwitches do {
            var request: tRequest;

            foreach (request in waiting) { Complete(request, DONE); }
            waiting = default(seq[tRequest]);
        }
        on eTransferred do {
            Transferred();
            StartTransfer();
        }
        on eAlarm do (number: int) {
            AbortIfLate(number, true);
            StartTransfer();
        }
        on eAborted do {
            Aborted();
            StartTransfer();
        }
        on ePowerDown goto Stopping;
    }

    // The reader and the transfer end.
    state Stopping {
        entry {
            send device, eStopReader;
            parked = waiting;
            waiting = default(seq[tRequest]);
        }
        on eWaitForSwitches do (request: tRequest) { parked += (sizeof(parked), request); }
        on eSetLights do (request: tRequest) { lights += (sizeof(lights), request); }
        on eCancel do (id: int) { CancelParked(id, reading || !bug_osr_stays_parked); }
        on eSwitches do {
            var request: tRequest;

            foreach (request in parked) { Complete(request, DONE); }
            parked = default(seq[tRequest]);
        }
        on eReaderStopped do {
            reading = false;
            OffIfStopped();
        }
        on eTransferred do {
            Transferred();
            OffIfStopped();
        }
        on eAlarm do (number: int) {
            AbortIfLate(number, !bug_osr_ends_at_once);
            OffIfStopped();
        }
        on eAborted do {
            Aborted();
            OffIfStopped();
        }
    }

    state Off {
        entry { send manager, eUnpowered; }
        on eWaitForSwitches do (request: tRequest) { parked += (sizeof(parked), request); }
        on eSetLights do (request: tRequest) { lights += (sizeof(lights), request); }
        on eCancel do (id: int) { CancelParked(id, true); }
        on ePowerUp do {
            send manager, ePowered;
            goto On;
        }
        ignore eAlarm, eTransferred, eAborted;
    }

    fun StartTransfer() {
        if (current.id != 0 || sizeof(lights) == 0) { return; }
        current = lights[0];
        lights -= 0;
        send device, eTransfer, current.id;
        alarm = new Alarm((client = this, number = current.id));
    }

    fun EndTransfer(status: tStatus) {
        send alarm, halt;
        Complete(current, status);
        current = default(tRequest);
    }

    // A transfer takes too long. The device may finish it before it gets the abort, so we wait for its answer.
    fun AbortIfLate(number: int, waits: bool) {
        if (number != current.id) { return; }
        send device, eAbort;
        if (waits) { aborting = true; }
        else { EndTransfer(FAILED); }
    }

    fun Transferred() {
        if (current.id == 0) { return; }
        if (aborting) { finished = true; }
        else { EndTransfer(DONE); }
    }

    fun Aborted() {
        if (!aborting) { return; }
        aborting = false;
        if (finished) { EndTransfer(DONE); }
        else { EndTransfer(FAILED); }
        finished = false;
    }

    fun OffIfStopped() {
        if (!reading && current.id == 0) { goto Off; }
    }

    fun CancelParked(id: int, removes: bool) {
        var at: int;

        at = Find(parked, id);
        if (at < sizeof(parked)) {
            Complete(parked[at], CANCELLED);
            if (removes) { parked -= at; }
        }
    }

    fun Find(queue: seq[tRequest], id: int): int {
        var at: int;

        while (at < sizeof(queue) && queue[at].id != id) { at = at + 1; }
        return at;
    }

    fun Complete(request: tRequest, status: tStatus) {
        send request.application, eComplete, (id = request.id, status = status);
    }
}

module osr = { Driver, Alarm };
