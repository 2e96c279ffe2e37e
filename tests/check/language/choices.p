// check
// verdict: verified
// Every way to choose.

event eBool: bool;
event eInt: int;
event eText: string;

machine Sink {
    var yes: bool;
    var number: int;
    var text: string;

    start state Init {
        on eBool do (b: bool) { yes = b; }
        on eInt do (n: int) { number = n; }
        on eText do (s: string) { text = s; }
    }
}

machine Main {
    start state Init {
        entry {
            var sink: machine;
            var list: seq[int];
            var names: set[string];
            var table: map[int, string];
            sink = new Sink();
            send sink, eBool, $;
            send sink, eBool, choose();
            send sink, eInt, choose(3);
            list += (0, 7);
            list += (1, 8);
            list += (2, 7);
            send sink, eInt, choose(list);
            names += ("left");
            names += ("right");
            send sink, eText, choose(names);
            table[1] = "one";
            table[2] = "two";
            send sink, eText, table[choose(table)];
        }
    }
}
