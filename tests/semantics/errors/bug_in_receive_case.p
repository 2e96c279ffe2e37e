// A bug in a case, after other machines ran.

event eA: seq[int];

machine Other {
    start state Init {
        entry (m: machine) { send m, eA, default(seq[int]); }
    }
}

machine Main {
    start state Init {
        entry {
            new Other(this);
            receive {
                case eA: (s: seq[int]) {
                    print format("{0}", sizeof(s));  // prints: 0
                    print format("{0}", s[0]);  // bug: index
                }
            }
        }
    }
}
