// Operations of lists, and what they mean for one user alone; and what replication needs of them (common/operations.p).

enum tKind { RPUSH, LPOP, LLEN, LINDEX }

// RPUSH: the value; LINDEX: the place, from the begin (0, 1 ...) or from the end (-1, -2 ...).
type tOperation = (kind: tKind, key: string, value: string, index: int);

enum tReplyKind { DONE, NOTHING, TEXT, COUNT }

// TEXT: the value; COUNT: a number, as text.
type tReply = (kind: tReplyKind, text: string);

// Items have numbers that grow, so taking the first one moves no other. A list without items is not there.
type tEnds = (first: int, next: int);
type tItem = (key: string, number: int);
type tContent = (lists: map[string, tEnds], items: map[tItem, string]);
type tOutcome = (content: tContent, result: tReply);

fun Perform(content: tContent, o: tOperation): tOutcome {
    var ends: tEnds;
    var result: tReply;

    if (o.key in content.lists) { ends = content.lists[o.key]; }
    result = (kind = NOTHING, text = "");
    if (o.kind == RPUSH) {
        content.items[(key = o.key, number = ends.next)] = o.value;
        ends.next = ends.next + 1;
        content.lists[o.key] = ends;
        result = Counted(ends);
    } else if (o.kind == LLEN) {
        result = Counted(ends);
    } else if (o.kind == LINDEX) {
        result = At(content, o.key, ends, o.index);
    } else if (ends.first < ends.next) {
        result = At(content, o.key, ends, 0);
        content.items -= ((key = o.key, number = ends.first));
        ends.first = ends.first + 1;
        content.lists[o.key] = ends;
        if (ends.first == ends.next) { content.lists -= o.key; }
    }
    return (content = content, result = result);
}

fun Counted(ends: tEnds): tReply {
    return (kind = COUNT, text = format("{0}", ends.next - ends.first));
}

fun At(content: tContent, key: string, ends: tEnds, index: int): tReply {
    var number: int;

    number = ends.first + index;
    if (index < 0) { number = ends.next + index; }
    if (number < ends.first || number >= ends.next) { return (kind = NOTHING, text = ""); }
    return (kind = TEXT, text = content.items[(key = key, number = number)]);
}

// ------------------------------------------------------------------------- for replication

type tApplied = (content: tContent, results: seq[tReply]);

// `trusts`: a seeded bug of the table.
fun Applied(content: tContent, operations: seq[tOperation], trusts: bool): tApplied {
    var outcome: tOutcome;
    var operation: tOperation;
    var results: seq[tReply];

    foreach (operation in operations) {
        outcome = Perform(content, operation);
        content = outcome.content;
        outcome.content = default(tContent);
        results += (sizeof(results), outcome.result);
    }
    return (content = content, results = results);
}

// First the lists, then the items.
fun NextPart(content: tContent, sent: int): tContent {
    var some: tContent;
    var key: string;
    var item: tItem;

    while (sent < EntriesOf(content) && EntriesOf(some) < part) {
        if (sent < sizeof(content.lists)) {
            key = keys(content.lists)[sent];
            some.lists[key] = content.lists[key];
        } else {
            item = keys(content.items)[sent - sizeof(content.lists)];
            some.items[item] = content.items[item];
        }
        sent = sent + 1;
    }
    return some;
}

fun Merged(content: tContent, entries: tContent): tContent {
    var key: string;
    var item: tItem;

    foreach (key in keys(entries.lists)) {
        content.lists[key] = entries.lists[key];
        if (bug_joins_without_last) { content.lists[key].next = content.lists[key].next - 1; }
    }
    foreach (item in keys(entries.items)) { content.items[item] = entries.items[item]; }
    return content;
}

fun EntriesOf(content: tContent): int {
    return sizeof(content.lists) + sizeof(content.items);
}
