// A machine that remembers: a map, a set or a sequence of many entries, changed step by step.
//
// bench/values/run puts other numbers into the three functions.

event eStep: int;

fun What(): int { return 0; }          // the operation that each step makes, see below
fun Size(): int { return 100; }        // entries
fun Steps(): int { return 20000; }

machine Main {
    var what, size: int;
    var table: map[int, int];  // the order of its entries is never seen
    var names: set[int];       // the same
    var rows: map[int, int];   // the order is seen, by ChangeRows
    var line: set[int];        // by ChangeLine
    var list: seq[int];

    start state Init {
        entry {
            var i: int;
            what = What();
            size = Size();
            while (i < size) {
                Add(i);
                i = i + 1;
            }
            send this, eStep, Steps();
        }
        on eStep do (left: int) {
            if (left == 0) {
                raise halt;
            }
            Change(left * 7919 % size, left);
            send this, eStep, left - 1;
        }
    }

    fun Add(i: int) {
        if (what < 2) {
            AddToTable(i);
        } else if (what < 10) {
            rows[i * 7] = i;
        } else if (what == 10) {
            AddToNames(i);
        } else if (what < 20) {
            line += (i * 7);
        } else {
            list += (i, i);
        }
    }

    fun AddToTable(i: int) {
        table[i * 7] = i;
    }

    fun AddToNames(i: int) {
        names += (i * 7);
    }

    fun Change(at: int, left: int) {
        if (what == 0) {  // a value is changed
            table[at * 7] = left;
        } else if (what == 1) {  // an entry is removed from the middle, and added at the end
            table -= (at * 7);
            table[at * 7] = left;
        } else if (what < 10) {
            ChangeRows(at, left);
        } else if (what == 10) {
            names -= (at * 7);
            names += (at * 7);
        } else if (what < 20) {
            ChangeLine(at);
        } else if (what < 30) {
            ChangeList(at, left);
        }
    }

    fun ChangeRows(at: int, left: int) {
        if (what == 2) {
            rows[at * 7] = left;
        } else if (what == 3) {
            rows -= (at * 7);
            rows[at * 7] = left;
        } else {  // one key and one value by position
            assert keys(rows)[at] in keys(rows) && values(rows)[at] >= 0;
        }
    }

    fun ChangeLine(at: int) {
        if (what == 11) {
            line -= (at * 7);
            line += (at * 7);
        } else {  // one element by position
            assert line[at] in line;
        }
    }

    fun ChangeList(at: int, left: int) {
        if (what == 20) {  // an element is changed
            list[at] = left;
        } else if (what == 21) {  // one is removed from the middle, and another inserted
            list -= (at);
            list += (size - 1 - at, left);
        } else if (what == 22) {  // a queue
            list -= (0);
            list += (sizeof(list), left);
        } else {  // the other way round
            list += (0, left);
            list -= (sizeof(list) - 1);
        }
    }
}
