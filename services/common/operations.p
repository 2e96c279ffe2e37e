// Operations of the table, and what they mean for one user alone.

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
