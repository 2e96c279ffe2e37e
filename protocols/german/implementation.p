// Cache coherence with a directory, after S. German's protocol: each line of memory has a home, which knows which caches hold it.
//
// A cache holds a line not at all, shared with others, or exclusively; only then it may change it. A cache that wants more asks the
// home. Before it grants exclusive use, the home invalidates all other copies; before it grants shared use, it takes the
// line back from an exclusive owner. A cache that shares a line already asks for an upgrade, and gets no data if its copy is
// still valid.

param caches: int;
param lines: int;

enum tWish { SHARED, EXCLUSIVE, UPGRADE }

event eAsk: (cache: machine, wish: tWish);               // cache to home
event eGrant: (exclusive: bool, content: int, sent: bool);  // sent: false: the cache has the data
event eInvalidate;                                       // home to cache
event eInvalidated: (cache: machine, dirty: bool, content: int);
event eRead;                                             // processor to cache
event eIncrement;
event eDone;                                             // cache to processor

// For the specification.
event eReads: (line: machine, value: int);
event eWrites: (line: machine, value: int);

machine Home {
    var content: int;
    var holders: set[machine];
    var exclusive: bool;              // there is one holder, and it may have changed the line
    var request: (cache: machine, wish: tWish);
    var waiting: set[machine];        // have to invalidate their copy

    start state Idle {
        on eAsk do (r: (cache: machine, wish: tWish)) {
            var cache: machine;

            request = r;
            waiting = default(set[machine]);
            if (exclusive || request.wish != SHARED) {
                foreach (cache in holders) {
                    if (cache != request.cache) { waiting += (cache); }
                }
            }
            foreach (cache in waiting) { send cache, eInvalidate; }
            if (sizeof(waiting) == 0) { Grant(); }
            else { goto Invalidating; }
        }
    }

    state Invalidating {
        on eInvalidated do (i: (cache: machine, dirty: bool, content: int)) {
            holders -= (i.cache);
            waiting -= (i.cache);
            if (i.dirty) { content = i.content; }
            if (sizeof(waiting) == 0) {
                Grant();
                goto Idle;
            }
        }
        defer eAsk;
    }

    // An upgrade may have waited while the copy was invalidated for somebody else.
    fun Grant() {
        var has_copy: bool;

        has_copy = request.cache in holders;
        if (bug_german_upgrade) { has_copy = request.wish == UPGRADE; }
        exclusive = request.wish != SHARED;
        holders += (request.cache);
        send request.cache, eGrant, (exclusive = exclusive, content = content, sent = !has_copy);
    }
}

machine Cache {
    var home, processor: machine;
    var content: int;
    var dirty, increments: bool;

    start state Init {
        entry (s: (home: machine, processor: machine)) {
            home = s.home;
            processor = s.processor;
            goto Invalid;
        }
        defer eRead, eIncrement;
    }

    state Invalid {
        on eRead do {
            send home, eAsk, (cache = this, wish = SHARED);
            goto Waiting;
        }
        on eIncrement do {
            send home, eAsk, (cache = this, wish = EXCLUSIVE);
            increments = true;
            goto Waiting;
        }
    }

    state Shared {
        on eRead do Read;
        on eIncrement do {
            send home, eAsk, (cache = this, wish = UPGRADE);
            increments = true;
            goto Waiting;
        }
        on eInvalidate do Invalidate;
    }

    state Waiting {
        on eGrant do (grant: (exclusive: bool, content: int, sent: bool)) {
            if (grant.sent) { content = grant.content; }
            if (increments) { Increment(); }
            else { Read(); }
            increments = false;
            if (grant.exclusive) { goto Exclusive; }
            goto Shared;
        }
        // It was shared. The wish remains.
        on eInvalidate do { send home, eInvalidated, (cache = this, dirty = false, content = 0); }
    }

    state Exclusive {
        on eRead do Read;
        on eIncrement do Increment;
        on eInvalidate do Invalidate;
    }

    fun Read() {
        announce eReads, (line = home, value = content);
        Answer();
    }

    fun Increment() {
        content = content + 1;
        dirty = true;
        announce eWrites, (line = home, value = content);
        Answer();
    }

    fun Invalidate() {
        send home, eInvalidated, (cache = this, dirty = dirty, content = content);
        dirty = false;
        goto Invalid;
    }

    fun Answer() { send processor, eDone; }
}

module german = { Home, Cache };
