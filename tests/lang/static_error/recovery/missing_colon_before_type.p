// The word `machine` inside a line begins no new machine.

machine Main {
    var first machine; // error: E0101
    var second: machine;

    start state Init {
        entry {
            var third machine; // error: E0101
            var fourth: machine;
            fourth = second;
        }
    }
}
