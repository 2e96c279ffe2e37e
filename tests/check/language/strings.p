// check
// verdict: verified
// Words that grow at both ends; states differ by text, not by how it was made.

event eAppend: string;
event ePrepend: string;

machine Word {
    var text: string;

    start state Init {
        on eAppend do (s: string) { text = text + s; }
        on ePrepend do (s: string) { text = format("{0}{1}", s, text); }
    }
}

machine Main {
    start state Init {
        entry {
            var w: machine;
            w = new Word();
            new Left(w);
            send w, eAppend, "a";
            send w, eAppend, "a";
        }
    }
}

machine Left {
    start state Init {
        entry (w: machine) {
            send w, ePrepend, "a";
            send w, ePrepend, "b";
        }
    }
}
