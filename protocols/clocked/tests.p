// Processes that enter again and again; time never ends.

machine Driver {
    start state Init {
        entry {
            var register: machine;
            var all: set[machine];

            register = new Register();
            while (sizeof(all) < processes) {
                all += (new Process((number = sizeof(all) + 1, register = register)));
            }
            new Time(all);
            raise halt;
        }
    }
}

module system = union clocked, { Driver };

test param (processes in [2, 3], write in [1, 2]) tcExclusion [main = Driver]: assert MutualExclusion in system;
test param (processes in [4], write in [3]) tcLarge [main = Driver]: assert MutualExclusion in system;
test param (processes in [2], write in [1, 2]) tcSomebodyEnters [main = Driver]: assert SomebodyEnters in system;

test param (processes in [3], write in [2], bug_clocked_waits_too_little in [true])
    tcBugWaitsTooLittle [main = Driver]: assert MutualExclusion in system;
