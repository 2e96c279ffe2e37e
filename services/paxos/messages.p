// What replicas of a Multi-Paxos group, and its registry, send each other.

// Who is at a place of the group. A replica that has forgotten everything has another life: it is another member.
type tMember = (replica: machine, place: int, life: int);
type tMembers = map[int, tMember];  // by place

// What a slot of the log holds: updates, or a member that takes its place from the next slot on.
type tItem = (updates: seq[tUpdate], joins: tMember);
type tVote = (ballot: int, item: tItem);

// A replica to the registry: it has nothing, and wants a place. The registry to all replicas: so does this one.
event eJoin: tMember;
// The registry to the first members.
event eBegin: tMembers;

// To become the leader. A vote is a message of its own: a message has a largest size. The promise comes after them.
type tPrepare = (ballot: int, replica: machine, executed: int);
type tPromise = (ballot: int, replica: machine, executed: int);
event ePrepare: tPrepare;
event eVote: (ballot: int, slot: int, vote: tVote);
event ePromise: tPromise;
event eRefused: int;  // the ballot that was promised

// As the leader. All slots up to `commit` are chosen; all members have executed those up to `stable`. Back: this
// slot of the ballot and all before it are accepted.
type tAccept = (ballot: int, leader: machine, slot: int, item: tItem, commit: int, stable: int);
type tCommit = (ballot: int, leader: machine, commit: int, stable: int);
type tAccepted = (ballot: int, replica: machine, slot: int, executed: int);
event eAccept: tAccept;
event eCommit: tCommit;
event eAccepted: tAccepted;

// To catch up: a replica that has executed less than it must know; an item that is chosen; none, because items
// up to this slot are not kept any more.
type tBehind = (replica: machine, executed: int);
type tChosen = (slot: int, item: tItem);
event eBehind: tBehind;
event eChosen: tChosen;
event eForgotten: int;

// To a replica that gets the content, before the first part: whose log it is. Back: it has all.
type tGroup = (version: int, epoch: int, leader: machine, members: tMembers);
event eGroup: tGroup;
event eLoaded: (version: int, replica: machine);

// For specifications.
type tSlotOfGroup = (registry: machine, slot: int);
event eExecutedItem: (replica: machine, place: tSlotOfGroup, item: tItem);
type tExecution = (replica: machine, copy: int, gateway: machine, number: int);
event eExecutedUpdate: tExecution;  // `copy`: of the content with which the replica began

// A ballot: the epoch, the round in it, and the place of its leader, so that no two leaders have the same.
fun BallotOf(epoch: int, round: int, place: int): int {
    return (epoch * 1000000 + round) * 10 + place;
}

fun EpochOf(ballot: int): int {
    return ballot / 10000000;
}

fun RoundOf(ballot: int): int {
    return ballot / 10 % 1000000;
}

fun Majority(): int {
    return replicas / 2 + 1;
}
