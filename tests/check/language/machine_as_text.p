// check
// verdict: verified
//
// A text that names a machine holds on to it: a second worker, created after the first has
// halted, has another name while somebody remembers the first one's. When the text is
// forgotten the name may be used again, so that the states are finite although workers are
// created for ever.

event eName: (name: string, worker: Worker);
event eAgain;

machine Main {
    var first: string;
    var names: set[string];

    start state Hire {
        entry {
            new Worker((boss = this, greeting = "I am "));
        }
        on eName do (said: (name: string, worker: Worker)) {
            if (first == "") {
                first = said.name;
            } else {
                assert said.name != first, format("{0} twice", first);
                assert format("{0}!", said.name) != first + "!";
                names += (first);
                assert !(said.name in names);
                names -= (first);
                first = "";
            }
            assert said.name != "I am Worker(2)" && said.name != "I am Worker(0.0)";
            assert said.name == format("I am {0}", said.worker);
            send this, eAgain;
        }
        on eAgain goto Hire;
    }
}

machine Worker {
    start state Work {
        entry (job: (boss: Main, greeting: string)) {
            send job.boss, eName, (name = job.greeting + format("{0}", this), worker = this);
            raise halt;
        }
    }
}
