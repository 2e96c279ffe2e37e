// What clients of the transactions ask for, and what a partition holds and does: the state machine that is replicated.
//
// A transaction is a list of actions on keys. The keys are divided over partitions. One of the partitions of a
// transaction, its decider, decides: the others prepare their share and keep it; then the decider executes its own share, and writes down
// the results of all. From that moment on the transaction is committed, whoever fails. A transaction of one
// partition is the same without others.
//
// J. Gray: Notes on Data Base Operating Systems (1978), the chain of commit coordinators: the last one asked decides.

enum tKind { GET, SET, DEL, CAS }

// SET and CAS: the new value; CAS: only if the value is the expected one. `hash`: of the key, it says which partition has it.
type tAction = (kind: tKind, key: string, value: string, expected: string, hash: int);

enum tResultKind { DONE, NOTHING, TEXT, COUNT }

// TEXT: the value; COUNT: a number, as text.
type tResult = (kind: tResultKind, text: string);

// Numbers of a front: 1, 2, 3 ...
type tId = (front: machine, number: int);

// An action, and its place in the transaction.
type tPlaced = (place: int, action: tAction);
type tResults = map[int, tResult];  // by place

// What a partition is told, in the order in which it is told.
//
//     TAKE_OVER  a new coordinator: commands of older ones have no effect any more
//     PREPARE    execute your share, and keep what it changes until you hear more
//     DECIDE     execute your share, with `results` of the others; then it is committed
//     ASK        was it committed?
//     COMMIT     make the changes that you keep
//     GIVE_UP    forget them
enum tStep { TAKE_OVER, PREPARE, DECIDE, ASK, COMMIT, GIVE_UP }

// `is_strict`: a CAS that does not find the expected value refuses the transaction. `settled`: nobody asks any more
// about transactions of this front up to here.
type tOperation = (step: tStep, generation: int, id: tId, settled: int, decider: int, is_strict: bool,
                   share: seq[tPlaced], results: tResults);

// OLD: of a coordinator that is replaced, without effect. GONE: the partition has lost all replicas.
enum tVerdict { YES, NO, OLD, GONE }

// `in_doubt`: what was prepared and has not ended, with its decider.
type tReply = (verdict: tVerdict, results: tResults, in_doubt: map[tId, int]);

type tChange = (is_there: bool, text: string);
type tChanges = map[string, tChange];
type tPrepared = (decider: int, changes: tChanges);

type tContent = (table: map[string, string], prepared: map[tId, tPrepared], decided: map[tId, tResults],
                 settled: map[machine, int], generation: int);

// ----------------------------------------------------------------------------- actions

type tEvaluation = (is_refused: bool, changes: tChanges, results: tResults);

// What the actions would change, one after the other.
fun Evaluated(table: map[string, string], share: seq[tPlaced], is_strict: bool): tEvaluation {
    var changes: tChanges;
    var results: tResults;
    var p: tPlaced;
    var now: tChange;
    var is_done: bool;

    foreach (p in share) {
        now = Now(table, changes, p.action.key);
        is_done = now.is_there;
        if (p.action.kind == GET) {
            if (is_done) { results[p.place] = (kind = TEXT, text = now.text); }
            else { results[p.place] = (kind = NOTHING, text = ""); }
        } else if (p.action.kind == SET) {
            changes[p.action.key] = (is_there = true, text = p.action.value);
            results[p.place] = (kind = DONE, text = "");
        } else if (p.action.kind == DEL) {
            changes[p.action.key] = (is_there = false, text = "");
            results[p.place] = Counted(is_done);
        } else {
            is_done = is_done && now.text == p.action.expected;
            if (is_done) { changes[p.action.key] = (is_there = true, text = p.action.value); }
            else if (is_strict) {
                return (is_refused = true, changes = default(tChanges), results = default(tResults));
            }
            results[p.place] = Counted(is_done);
        }
    }
    return (is_refused = false, changes = changes, results = results);
}

fun Now(table: map[string, string], changes: tChanges, key: string): tChange {
    if (key in changes) { return changes[key]; }
    if (key in table) { return (is_there = true, text = table[key]); }
    return (is_there = false, text = "");
}

fun Counted(is_done: bool): tResult {
    if (is_done) { return (kind = COUNT, text = "1"); }
    return (kind = COUNT, text = "0");
}

fun Changed(content: tContent, changes: tChanges): tContent {
    var key: string;

    foreach (key in keys(changes)) {
        if (changes[key].is_there) { content.table[key] = changes[key].text; }
        else { content.table -= key; }
    }
    return content;
}

// ---------------------------------------------------------------------- for replication

type tApplied = (content: tContent, results: seq[tReply]);
type tDone = (content: tContent, reply: tReply);

// `trusts`: a seeded bug of the table.
fun Applied(content: tContent, operations: seq[tOperation], trusts: bool): tApplied {
    var replies: seq[tReply];
    var operation: tOperation;
    var done: tDone;

    foreach (operation in operations) {
        if (operation.generation < content.generation && !bug_obeys_old) {
            replies += (sizeof(replies), Said(OLD));
            continue;
        }
        done = Stepped(content, operation);
        content = done.content;
        done.content = default(tContent);
        replies += (sizeof(replies), done.reply);
    }
    return (content = content, results = replies);
}

fun Said(verdict: tVerdict): tReply {
    return (verdict = verdict, results = default(tResults), in_doubt = default(map[tId, int]));
}

fun Stepped(content: tContent, o: tOperation): tDone {
    var id: tId;
    var changes: tChanges;
    var reply: tReply;

    reply = Said(YES);
    if (o.step == TAKE_OVER) {
        content.generation = o.generation;
        foreach (id in keys(content.prepared)) {
            reply.in_doubt[id] = content.prepared[id].decider;
        }
    } else if (o.step == ASK) {
        if (o.id in content.decided) { reply.results = content.decided[o.id]; }
        else { reply.verdict = NO; }
    } else if (o.step == COMMIT || o.step == GIVE_UP) {
        if (o.step == COMMIT && o.id in content.prepared) {
            changes = content.prepared[o.id].changes;
            content = Changed(content, changes);
        }
        content.prepared -= o.id;
    } else {
        content = Settled(content, o);
        return Tried(content, o);
    }
    return (content = content, reply = reply);
}

// Without the decisions that nobody asks for any more.
fun Settled(content: tContent, o: tOperation): tContent {
    var number: int;

    if (o.id.front in content.settled) { number = content.settled[o.id.front]; }
    while (number < o.settled) {
        number = number + 1;
        content.decided -= ((front = o.id.front, number = number));
        content.settled[o.id.front] = number;
    }
    return content;
}

// PREPARE and DECIDE.
fun Tried(content: tContent, o: tOperation): tDone {
    var tried: tEvaluation;
    var place: int;
    var reply: tReply;

    reply = Said(YES);
    // It was committed before: the coordinator that did it failed, and the front asks again.
    if (o.step == DECIDE && o.id in content.decided) {
        reply.results = content.decided[o.id];
        return (content = content, reply = reply);
    }
    tried = Evaluated(content.table, o.share, o.is_strict);
    if (tried.is_refused) { return (content = content, reply = Said(NO)); }
    reply.results = tried.results;
    if (o.step == PREPARE) {
        content.prepared[o.id] = (decider = o.decider, changes = tried.changes);
        if (bug_applies_early) { content = Changed(content, tried.changes); }
        return (content = content, reply = reply);
    }
    foreach (place in keys(o.results)) { reply.results[place] = o.results[place]; }
    content = Changed(content, tried.changes);
    // What has changed nothing may be done again.
    if ((sizeof(o.results) > 0 || sizeof(tried.changes) > 0) && !bug_notes_nothing) {
        content.decided[o.id] = reply.results;
    }
    return (content = content, reply = reply);
}

// The content travels to a new replica in parts: first who may command and what is settled, then the table, `part` entries at
// a time, then what is prepared and what is decided, one at a time, because these are larger.
fun NextPart(content: tContent, sent: int): tContent {
    var number: int;
    var some: tContent;
    var key: string;
    var id: tId;

    if (sent == 0) {
        some.generation = content.generation;
        some.settled = content.settled;
        return some;
    }
    number = sent - 1;
    while (number < sizeof(content.table) && sizeof(some.table) < part) {
        key = keys(content.table)[number];
        some.table[key] = content.table[key];
        number = number + 1;
    }
    if (sizeof(some.table) > 0) { return some; }
    number = number - sizeof(content.table);
    if (number < sizeof(content.prepared)) {
        id = keys(content.prepared)[number];
        some.prepared[id] = content.prepared[id];
        return some;
    }
    id = keys(content.decided)[number - sizeof(content.prepared)];
    some.decided[id] = content.decided[id];
    return some;
}

fun Merged(content: tContent, entries: tContent): tContent {
    var key: string;
    var id: tId;

    if (entries.generation > 0) {
        content.generation = entries.generation;
        content.settled = entries.settled;
    }
    foreach (key in keys(entries.table)) { content.table[key] = entries.table[key]; }
    foreach (id in keys(entries.prepared)) { content.prepared[id] = entries.prepared[id]; }
    foreach (id in keys(entries.decided)) { content.decided[id] = entries.decided[id]; }
    return content;
}

// Before the first coordinator has taken over there is nothing.
fun EntriesOf(content: tContent): int {
    var count: int;

    count = sizeof(content.table) + sizeof(content.prepared) + sizeof(content.decided);
    if (content.generation > 0) { return count + 1; }
    return count;
}

// How much of a message it takes.
fun UnitsOf(o: tOperation): int {
    return 1 + sizeof(o.share) + sizeof(o.results);
}

// Whether it changes nothing.
fun IsRead(o: tOperation): bool {
    return o.step == ASK;
}
