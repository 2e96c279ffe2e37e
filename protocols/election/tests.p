// Nodes that elect, and leaders that stop.

param nodes: int;

machine Candidate {
    start state Ready {
        ignore eLead;
    }
}

machine Driver {
    start state Init {
        entry {
            var users: set[machine];

            while (sizeof(users) < nodes) { users += (new Candidate()); }
            new Election(users);
            raise halt;
        }
    }
}

module candidates = { Driver, Candidate };
module system = union candidates, election_group;

test param (nodes in [3], stops in [1, 2]) tcDeclared [main = Driver]: assert Declared in system;
test param (nodes in [4], stops in [1]) tcFourNodes [main = Driver]: assert Declared in system;
test param (nodes in [5], stops in [1]) tcFiveNodes [main = Driver]: assert Declared in system;
test param (nodes in [2, 3], stops in [1]) tcAgreement [main = Driver]: assert Agreement in system;
test param (nodes in [4], stops in [2], any_stops in [true]) tcLarge [main = Driver]:
    assert Declared, Agreement in system;
test param (nodes in [3], elections in [3]) tcAbstraction [main = Driver]:
    assert Declared in union candidates, { AnyElections -> Election };

test param (nodes in [4], stops in [2], bug_election_follows_stopped in [true])
    tcBugFollowsStopped [main = Driver]: assert Agreement in system;
