// A receive inside a case of another; several events in one case.

event eFirst;
event eSecond: int;
event eThird: int;

machine Main {
    start state Init {
        entry {
            receive {
                case eFirst: {
                    receive {
                        case eSecond, eThird: (n: int) { print format("{0}", n); }
                        case halt: { print "halted"; }
                    }
                }
                case eThird: { goto Done; }
                case eSecond: { raise eFirst; }
            }
        }
        ignore eFirst;
    }

    state Done { ignore eFirst, eSecond, eThird; }
}
