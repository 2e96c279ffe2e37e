// Timer and cancellation: can it fire after it was cancelled?
// check --network fifo

event eA;
event eB;
event eCancel;
event eStart: machine;
machine Main { var outcome: int; start state S { entry { var t: machine; t = new Timer(); send t, eStart, this; send t, eCancel; } on eA do { outcome = outcome * 10 + 1; } on eB do { outcome = outcome * 10 + 2; } } }
machine Timer { var client: machine; start state Idle { on eStart do (c: machine) { client = c; goto Runs; } ignore eCancel; } state Runs { entry { if ($) { send client, eA; goto Idle; } } on eCancel do { send client, eB; goto Idle; } } }
test tc [main=Main]: {Main, Timer};
