// Creations inside of expressions happen from left to right.

event eWho: machine;

machine Other {
    start state Init {
        entry { print format("{0}", this); }
        on eWho do (m: machine) { print format("{0} asked by {1}", this, m); }
    }
}

machine Main {
    start state Init {
        entry {
            var pair: (machine, machine);
            pair = (new Other(), new Other());
            send new Other(), eWho, pair.1;
            print format("{0}", pair);
        }
    }
}

// output:
//   <Other(2),Other(3),>
//   Other(2)
//   Other(3)
//   Other(4)
//   Other(4) asked by Other(3)
