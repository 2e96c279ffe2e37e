// Leader election as its users see it: somebody is elected at any time, perhaps while another one
// still leads. The last one that is elected stays.

param elections: int;  // in all

machine AnyElections {
    start state Running {
        entry (candidates: set[machine]) {
            var i: int;

            while (i < elections) {
                send choose(candidates), eLead;
                i = i + 1;
            }
            raise halt;
        }
    }
}
