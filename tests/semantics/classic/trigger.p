// `trigger` is the event, `payload` what it brought.

event eA: int;
event eB: bool;

main machine Main {
    start state Init {
        entry {
            print format("{0} {1}", trigger, payload);
            send this, eA, 1;
            send this, eB, true;
        }
        on eA, eB do {
            if (trigger == eA) print format("a {0}", payload as int + 1);
            else assert payload as bool;
            print format("{0}", trigger);
        };
    }
}

// output:
//   null null
//   a 2
//   eA
//   eB
