// The hardware as processors see it: each load and store happens at once, and one processor at a time has the semaphore.

machine Memory {
    var words: map[int, int];

    start state Serving {
        on eLoad do (l: (processor: machine, address: int)) {
            if (!(l.address in words)) { words[l.address] = 0; }
            send l.processor, eLoaded, words[l.address];
        }
        on eStore do (s: (address: int, value: int)) { words[s.address] = s.value; }
    }
}

machine Semaphore {
    start state Free {
        on eLock do (processor: machine) {
            send processor, eLocked;
            goto Taken;
        }
    }

    state Taken {
        on eUnlock goto Free;
        defer eLock;
    }
}
