// States in groups are named through them.

event eGo;

main machine Main {
    start state Init {
        entry { send this, eGo; }
        on eGo goto Busy.Deep.Work;
    }
    group Busy {
        state Rest {
            entry { print "rest"; }
        }
        group Deep {
            state Work {
                entry {
                    print "work";
                    send this, eGo;
                }
                on eGo goto Busy.Rest;
            }
        }
    }
}

// output:
//   work
//   rest
