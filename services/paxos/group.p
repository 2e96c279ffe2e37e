// The replicas of a service, as a Multi-Paxos group; ../chain/group.p has the same functions. A gateway is created with what
// NewGroup returns.

fun NewGroup(): machine {
    return new Registry();
}

// For checks: the first, second ... replica that comes later, to one of the last places.
fun AddReplica(group: machine, number: int) {
    new Replica((registry = group, place = replicas + 1 - number));
}
