// The content on its way to a replica that has nothing: in parts, because a message has a largest size. The replica
// asks for each further part.
//
// `version` says which copy a part belongs to: a replica ignores parts of an earlier one.

param part: int;  // how many entries of the content travel together

event ePart: (version: int, entries: tContent);
event eMore: int;  // the version
event eResultsPart: (version: int, gateway: machine, number: int, results: seq[tReply]);
event eLastPart: (version: int, number: int, sessions: tSessions);  // without results

// `number`: the last update in the copy.
fun SendSessions(target: machine, version: int, number: int, sessions: tSessions) {
    var gateway: machine;
    var update: int;

    foreach (gateway in keys(sessions)) {
        foreach (update in keys(sessions[gateway].results)) {
            send target, eResultsPart, (version = version, gateway = gateway, number = update,
                                        results = sessions[gateway].results[update]);
        }
    }
    foreach (gateway in keys(sessions)) {
        sessions[gateway].results = default(map[int, seq[tReply]]);
    }
    send target, eLastPart, (version = version, number = number, sessions = sessions);
}

fun WithResults(sessions: tSessions, gateway: machine, number: int, results: seq[tReply]): tSessions {
    if (!(gateway in sessions)) { sessions[gateway] = default(tSession); }
    sessions[gateway].results[number] = results;
    return sessions;
}

fun WithNumbers(sessions: tSessions, others: tSessions): tSessions {
    var gateway: machine;

    foreach (gateway in keys(others)) {
        if (!(gateway in sessions)) { sessions[gateway] = default(tSession); }
        sessions[gateway].last = others[gateway].last;
        sessions[gateway].done = others[gateway].done;
    }
    return sessions;
}
