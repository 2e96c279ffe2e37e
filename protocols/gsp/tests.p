// Users that make updates, and connections that break.

param changes: int;  // of each client
param breaks: int;   // of one client each

machine User {
    start state Working {
        entry (client: machine) {
            var i: int;

            while (i < changes) {
                i = i + 1;
                send client, eChange;
            }
            raise halt;
        }
    }
}

machine Weather {
    start state Bad {
        entry (all: set[machine]) {
            var i: int;

            while (i < breaks) {
                i = i + 1;
                send choose(all), eBreak;
            }
            raise halt;
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var server: machine;
            var all: set[machine];
            var client: machine;

            server = new Server();
            while (sizeof(all) < clients) {
                client = new Client((number = sizeof(all) + 1, server = server));
                all += (client);
                new User(client);
            }
            if (breaks > 0) { new Weather(all); }
            raise halt;
        }
    }
}

module system = union gsp, { Driver, User, Weather };
module clients_alone = { Driver, User, Weather, Client, PlainServer -> Server };  // with the abstraction of the server

test param (clients in [1, 2], changes in [1], breaks in [1]) tcOneBreak [main = Driver]: assert OneSequence in system;
test param (clients in [2], changes in [1], breaks in [2]) tcTwoBreaks [main = Driver]: assert OneSequence in system;
test param (clients in [3], changes in [3], breaks in [3]) tcLarge [main = Driver]: assert OneSequence in system;
test param (clients in [1, 2], changes in [1], breaks in [0, 1]) tcAllKnow [main = Driver]: assert AllKnow in system;
test param (clients in [2], changes in [1], breaks in [1, 2]) tcClients [main = Driver]:
    assert OneSequence in clients_alone;
test param (clients in [2], changes in [1], breaks in [1]) tcClientsKnow [main = Driver]:
    assert AllKnow in clients_alone;

test param (clients in [4], changes in [1], breaks in [1], bug_gsp_forgets in [true])
    tcBugForgets [main = Driver]: assert OneSequence in system;
