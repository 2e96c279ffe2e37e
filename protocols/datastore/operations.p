// Operations of a hash table and of a list, and what they mean.

enum tKind { PUT, GET, REMOVE, APPEND, READ, TAKE }

// PUT, GET, REMOVE: a hash table. APPEND (place is not used), READ and TAKE: a list.
type tOperation = (kind: tKind, place: int, value: int);

// The values by key; of a list by place, 0 and up.
type tContent = map[int, int];
type tOutcome = (content: tContent, result: any);

// The result of PUT and REMOVE is the value before, null if there was none; that of APPEND the new length.
fun Perform(content: tContent, operation: tOperation): tOutcome {
    var before: any;

    if (operation.place in content) { before = content[operation.place]; }
    if (operation.kind == PUT) { content[operation.place] = operation.value; }
    if (operation.kind == REMOVE) { content -= operation.place; }
    if (operation.kind == TAKE) { content = WithoutPlace(content, operation.place); }
    if (operation.kind == APPEND) {
        content[sizeof(content)] = operation.value;
        before = sizeof(content);
    }
    return (content = content, result = before);
}

// The values after this place move one place towards the begin.
fun WithoutPlace(content: tContent, place: int): tContent {
    if (!(place in content)) { return content; }
    while (place + 1 in content) {
        content[place] = content[place + 1];
        place = place + 1;
    }
    content -= place;
    return content;
}
