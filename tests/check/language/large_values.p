// check
// verdict: verified
// Sequences, sets and maps that are large, around the size from which on they are trees. Equal
// ones are one, however they came about.

event eStep: int;

machine Main {
    var list: seq[int];
    var names: set[string];
    var table: map[int, (machine, seq[int])];

    start state Init {
        entry {
            var i: int;
            var row: seq[int];
            while (i < 90) {
                list += (sizeof(list), i % 7);
                names += (format("n{0}", i));
                table[i * 5] = (this, row);
                if (i % 30 == 0) { row += (0, i); }
                i = i + 1;
            }
            send this, eStep, 0;
        }
        on eStep do (n: int) {
            var i: int;
            var pair: (machine, seq[int]);
            if (n == 4) { goto Done; }
            i = choose(3);
            if (i == 0) {
                // There and back.
                list += (40, 9);
                list -= (40);
                names += ("more");
                names -= ("more");
                table[-1] = (this, list);
                table -= (-1);
            } else if (i == 1) {
                // To the end and back to the array.
                i = 0;
                while (i < 30) { list -= (sizeof(list) / 2); names -= (format("n{0}", i)); i = i + 1; }
                while (i > 0) { i = i - 1; list += (0, i % 2); names += (format("n{0}", i)); }
            } else {
                pair = table[200];
                pair.1 += (0, n % 2);
                table[200] = pair;
                table -= (100);
                table[100] = (null as machine, list);
            }
            assert sizeof(list) == 90 && sizeof(names) == 90 && sizeof(table) == 90;
            assert "n89" in names && 445 in table && !("more" in names);
            assert keys(table)[89] == 445 || keys(table)[89] == 100;
            send this, eStep, n + 1;
        }
    }
    state Done {
        entry {
            assert names[0] == "n0" || names[0] == "n30";
            list = default(seq[int]);
        }
    }
}
