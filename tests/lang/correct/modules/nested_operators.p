// Everything at once, with and without parentheses.

event eWork: int;
event eDone;
event eInner;
interface Pool() receives eWork;
interface Team() receives eWork;

machine Helper sends eInner; receives eInner; {
    start state Idle { on eInner do { } }
}
machine Crew sends eInner, eDone; receives eWork; {
    start state Init {
        entry { send new Helper(), eInner; }
        on eWork do (n: int) { assert n > 0; }
    }
}
machine Main sends eWork; receives eDone; {
    start state Init {
        entry { send new Pool(), eWork, 3; }
        ignore eDone;
    }
}
spec Counting observes eWork, eDone { start state Idle { ignore eWork, eDone; } }

module Crews = hidei Helper in hidee eInner in { Crew -> Team, Helper };
module Fronts = rename Pool to Team in { Main };
module Whole = assert Counting in (union Crews, Fronts);
test tcWhole [main = Main]: (((Whole)));
test tcAgain [main = Main]:
    assert Counting in compose { Main },
        (rename Team to Pool in (hidee eInner in { Crew -> Team, Helper }));
