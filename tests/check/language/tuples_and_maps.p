// check
// verdict: verified
// A store of records, changed part by part by two writers.

type tRecord = (name: string, counts: (int, int), tags: set[string]);

event ePut: (key: string, tag: string);
event eClear: string;

machine Storage {
    var records: map[string, tRecord];

    start state Serving {
        on ePut do (p: (key: string, tag: string)) {
            if (!(p.key in records)) { records[p.key] = New(p.key); }
            records[p.key].counts.0 = records[p.key].counts.0 + 1;
            records[p.key].tags += (p.tag);
            assert sizeof(records[p.key].tags) <= records[p.key].counts.0;
        }
        on eClear do (key: string) {
            if (key in records) {
                records[key].tags = default(set[string]);
                records[key].counts.1 = records[key].counts.1 + 1;
            }
        }
    }

    fun New(key: string): tRecord {
        return (name = key + "!", counts = (0, 0), tags = default(set[string]));
    }
}

machine Writer {
    start state Init {
        entry (p: (m: machine, tag: string)) {
            send p.m, ePut, (key = "a", tag = p.tag);
            send p.m, ePut, (key = "b", tag = p.tag);
            send p.m, eClear, "a";
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Storage();
            new Writer((m = m, tag = "x"));
            new Writer((m = m, tag = "y"));
        }
    }
}
