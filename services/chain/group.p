// The replicas of a service, as a chain; ../paxos/group.p has the same functions. A gateway is created with what NewGroup returns.

fun NewGroup(): machine {
    var introducer: machine;
    var place: int;

    introducer = new Introducer();
    new Master(introducer);
    while (place < replicas) {
        place = place + 1;
        new Replica((master = null, place = place, introducer = introducer));
    }
    return introducer;
}

// For checks: the first, second ... replica that comes later.
fun AddReplica(group: machine, number: int) {
    new Replica((master = null, place = replicas + number, introducer = group));
}
