// A machine that remembers: a map, a set or a sequence of many entries, changed step by step.
//
// bench/values/run puts other numbers into the three functions.

event eStep: int;

fun What(): int { return 0; }          // the operation that each step makes, see below
fun Size(): int { return 100; }        // entries
fun Steps(): int { return 20000; }

machine Main {
    var what, size: int;
    var table: map[int, int];
    var names: set[int];
    var list: seq[int];

    start state Init {
        entry {
            var i: int;
            what = What();
            size = Size();
            while (i < size) {
                if (what < 10) {
                    table[i * 7] = i;
                } else if (what < 20) {
                    names += (i * 7);
                } else {
                    list += (i, i);
                }
                i = i + 1;
            }
            send this, eStep, Steps();
        }
        on eStep do (left: int) {
            var at: int;
            if (left == 0) {
                raise halt;
            }
            at = left * 7919 % size;
            if (what == 0) {  // a value is changed
                table[at * 7] = left;
            } else if (what == 1) {  // an entry is removed from the middle, and added at the end
                table -= (at * 7);
                table[at * 7] = left;
            } else if (what == 2) {  // one key and one value by position
                assert keys(table)[at] in keys(table) && values(table)[at] >= 0;
            } else if (what == 10) {
                names -= (at * 7);
                names += (at * 7);
            } else if (what == 11) {  // one element by position
                assert names[at] in names;
            } else if (what == 20) {  // an element is changed
                list[at] = left;
            } else if (what == 21) {  // one is removed from the middle, and another inserted
                list -= (at);
                list += (size - 1 - at, left);
            } else if (what == 22) {  // a queue
                list -= (0);
                list += (sizeof(list), left);
            } else if (what == 23) {  // the other way round
                list += (0, left);
                list -= (sizeof(list) - 1);
            } else {  // nothing
                assert what == 30;
            }
            send this, eStep, left - 1;
        }
    }
}
