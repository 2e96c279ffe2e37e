// The events of two machines race to a third. When both machines have been created, 1 of 2.
event eA;
event eB;
machine Target {
    var seen: int;
    start state S {
        on eA do { seen = seen + 1; }
        on eB do { assert seen > 0, "b before a"; }
    }
}
machine A { start state S { entry (target: machine) { send target, eA; } } }
machine B { start state S { entry (target: machine) { send target, eB; } } }
machine Main {
    start state S {
        entry {
            var target: machine;
            target = new Target();
            new A(target);
            new B(target);
        }
    }
}
test tc [main = Main]: {Main, Target, A, B};
