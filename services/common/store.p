// What each replica of a service holds: the content, and the table of request numbers.
//
// A gateway numbers its updates 1, 2, 3 ... and sends an update again when it does not know whether it
// arrived. The table says which updates of a gateway were executed, so that none is executed twice, and keeps the
// results until the gateway says that it has them: it may ask for them again.

// Several operations that are executed together. `done`: the gateway has the results of all its updates up to here.
type tUpdate = (gateway: machine, number: int, done: int, operations: seq[tOperation]);

type tSession = (last: int, done: int, results: map[int, seq[tReply]]);
type tSessions = map[machine, tSession];
type tStore = (content: tContent, sessions: tSessions);

// The number of the last update of this gateway that was executed.
fun LastOf(store: tStore, gateway: machine): int {
    if (gateway in store.sessions) { return store.sessions[gateway].last; }
    return 0;
}

// `trusts`: a seeded bug.
fun Executed(store: tStore, update: tUpdate, trusts: bool): tStore {
    var content: tContent;
    var applied: tApplied;

    // The content has one owner at a time: a second one would copy it.
    content = store.content;
    store.content = default(tContent);
    applied = Applied(content, update.operations, trusts);
    store.content = applied.content;
    applied.content = default(tContent);
    store.sessions = Noted(store.sessions, update, applied.results);
    return store;
}

fun Noted(sessions: tSessions, update: tUpdate, results: seq[tReply]): tSessions {
    var number: int;

    if (!(update.gateway in sessions)) { sessions[update.gateway] = default(tSession); }
    number = sessions[update.gateway].done;
    while (number < update.done) {
        number = number + 1;
        sessions[update.gateway].results -= number;
    }
    sessions[update.gateway].done = number;
    sessions[update.gateway].last = update.number;
    sessions[update.gateway].results[update.number] = results;
    return sessions;
}
