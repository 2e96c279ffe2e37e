// A writer puts a text into a store, and then tells a reader that it is there. Between
// processes the question of the reader can overtake the text of the writer.

event eWrite: (text: int, from: machine);
event eWritten;
event eThere;
event eRead: machine;
event eText: int;

machine Store {
    var text: int;
    start state Open {
        on eWrite do (w: (text: int, from: machine)) {
            text = w.text;
            send w.from, eWritten;
        }
        on eRead do (reader: machine) { send reader, eText, text; }
    }
}

machine Reader {
    var store: machine;
    start state Wait {
        entry (s: machine) { store = s; }
        on eThere do { send store, eRead, this; }
        on eText do (text: int) { assert text == 7, "the text is not there"; }
    }
}

// Tells the reader at once: right in one process, wrong between several.
machine HastyWriter {
    start state Write {
        entry {
            var store: machine;
            var reader: machine;
            store = new Store();
            reader = new Reader(store);
            send store, eWrite, (text = 7, from = this);
            send reader, eThere;
        }
        ignore eWritten;
    }
}

// Waits until the store has answered.
machine PatientWriter {
    var reader: machine;
    start state Write {
        entry {
            var store: machine;
            store = new Store();
            reader = new Reader(store);
            send store, eWrite, (text = 7, from = this);
        }
        on eWritten do { send reader, eThere; }
    }
}

test tcHasty [main = HastyWriter]: { HastyWriter, Store, Reader };
test tcPatient [main = PatientWriter]: { PatientWriter, Store, Reader };
