// An alarm: a timer for one use. It may fire at any time until it is halted.
//
// `send alarm, halt` may come too late: then the alarm is already in the client's queue. So
// it has a number, by which the client recognises an old one.

type tAlarm = (client: machine, number: int);

event eAlarm: int;  // to the client: the number

machine Alarm {
    var alarm: tAlarm;

    start state Running {
        entry (a: tAlarm) { alarm = a; }
        on null do {
            send alarm.client, eAlarm, alarm.number;
            raise halt;
        }
    }
}
