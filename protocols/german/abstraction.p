// Memory as processors see it: a line that is read and written in one place, without caches.

event eAccess: (cache: machine, increments: bool);  // to the line
event eAccessed;                                    // the answer

machine Line {
    var content: int;

    start state Serving {
        on eAccess do (a: (cache: machine, increments: bool)) {
            if (a.increments) {
                content = content + 1;
                announce eWrites, (line = this, value = content);
            } else {
                announce eReads, (line = this, value = content);
            }
            send a.cache, eAccessed;
        }
    }
}

// In the place of a cache: each operation goes to the line.
machine NoCache {
    var line, processor: machine;

    start state Init {
        entry (s: (home: machine, processor: machine)) {
            line = s.home;
            processor = s.processor;
            goto Passing;
        }
        defer eRead, eIncrement;
    }

    state Passing {
        on eRead do { send line, eAccess, (cache = this, increments = false); }
        on eIncrement do { send line, eAccess, (cache = this, increments = true); }
        on eAccessed do { send processor, eDone; }
    }
}
