// The table as it runs: `services/run` starts it.

machine Service {
    start state Init {
        entry {
            var master: machine;
            var i: int;

            master = new Master();
            while (i < replicas) {
                i = i + 1;
                new Replica((master = master, place = i));
            }
            new Outside(master);
        }
    }
}

module service = union chain, { Service, Outside, Gateway };

test param (replicas in [2], part in [100]) chain2 [main = Service]: service;
test param (replicas in [3], part in [100]) chain3 [main = Service]: service;
