// One case forgets.

event eYes;
event eNo;

machine Main {
    fun Ask(): bool { // error: E0501
        receive {
            case eYes: { return true; }
            case eNo: { print "no"; }
        }
    }

    start state Init {
        entry {
            if (Ask()) { print "yes"; }
        }
    }
}
