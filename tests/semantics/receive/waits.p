// A receive that finds nothing waits; other machines go on meanwhile.

event eAsk: machine;
event eAnswer: int;

machine Oracle {
    start state Init {
        on eAsk do (m: machine) {
            print "asked";
            send m, eAnswer, 42;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var oracle: machine;
            oracle = new Oracle();
            send oracle, eAsk, this;
            print "waiting";
            receive {
                case eAnswer: (n: int) { print format("answer {0}", n); }
            }
            print "end";
        }
    }
}

// output:
//   waiting
//   asked
//   answer 42
//   end
