// A receive case is part of its function.

event eYes;
event eNo;

machine Main {
    fun Ask(): bool {
        receive {
            case eYes: { return true; }
            case eNo: {
                raise eYes; // error: E0502
            }
        }
    }

    start state Init {
        entry {
            if (Ask()) { print "yes"; }
        }
        ignore eYes;
    }
}
