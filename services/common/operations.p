// Operations of the table, and what they mean for one user alone.
//
// Another service has another file in place of this one. Replication needs the types tOperation, tReply and tContent, and the
// functions Applied, NextPart, Merged and EntriesOf; Multi-Paxos also UnitsOf and IsRead.

enum tKind { GET, SET, DEL, CAS }

// SET and CAS: the new value; CAS: only if the value is the expected one.
type tOperation = (kind: tKind, key: string, value: string, expected: string);

enum tReplyKind { DONE, NOTHING, TEXT, COUNT }

// TEXT: the value; COUNT: a number, as text.
type tReply = (kind: tReplyKind, text: string);

type tContent = map[string, string];
type tOutcome = (content: tContent, result: tReply);

fun Perform(content: tContent, operation: tOperation): tOutcome {
    var result: tReply;
    var is_there: bool;

    is_there = operation.key in content;
    if (operation.kind == GET) {
        if (is_there) { result = (kind = TEXT, text = content[operation.key]); }
        else { result = (kind = NOTHING, text = ""); }
    } else if (operation.kind == SET) {
        content[operation.key] = operation.value;
        result = (kind = DONE, text = "");
    } else if (operation.kind == DEL) {
        content -= operation.key;
        result = Counted(is_there);
    } else {
        is_there = is_there && content[operation.key] == operation.expected;
        if (is_there) { content[operation.key] = operation.value; }
        result = Counted(is_there);
    }
    return (content = content, result = result);
}

fun Counted(is_done: bool): tReply {
    if (is_done) { return (kind = COUNT, text = "1"); }
    return (kind = COUNT, text = "0");
}

// ------------------------------------------------------------------------- for replication

type tApplied = (content: tContent, results: seq[tReply]);

// `trusts`: a seeded bug.
fun Applied(content: tContent, operations: seq[tOperation], trusts: bool): tApplied {
    var outcome: tOutcome;
    var operation: tOperation;
    var results: seq[tReply];

    foreach (operation in operations) {
        if (trusts && operation.kind == CAS) { operation.kind = SET; }
        if (bug_cas_of_nothing && operation.kind == CAS && !(operation.key in content)) {
            content[operation.key] = operation.expected;
        }
        outcome = Perform(content, operation);
        content = outcome.content;
        outcome.content = default(tContent);
        results += (sizeof(results), outcome.result);
    }
    return (content = content, results = results);
}

// The content travels to a new replica in parts: at most `part` entries, after so many that were sent before.
fun NextPart(content: tContent, sent: int): tContent {
    var entries: tContent;
    var key: string;

    while (sent < sizeof(content) && sizeof(entries) < part) {
        key = keys(content)[sent];
        entries[key] = content[key];
        sent = sent + 1;
    }
    return entries;
}

fun Merged(content: tContent, entries: tContent): tContent {
    var key: string;

    foreach (key in keys(entries)) { content[key] = entries[key]; }
    return content;
}

fun EntriesOf(content: tContent): int {
    return sizeof(content);
}

// How much of a message it takes.
fun UnitsOf(operation: tOperation): int {
    return 1;
}

// Whether it changes nothing.
fun IsRead(operation: tOperation): bool {
    return operation.kind == GET;
}
