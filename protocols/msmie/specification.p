// What the readers expect.

// Data are read as they were written, all of one time, and a buffer that is read is not written.
spec Consistent observes eReadData, eAccess {
    var readers_of: map[int, int];
    var written: set[int];

    start state Watching {
        on eAccess do (a: (buffer: int, writes: bool, begins: bool)) {
            if (!(a.buffer in readers_of)) { readers_of[a.buffer] = 0; }
            if (a.writes) {
                if (a.begins) { written += (a.buffer); }
                else { written -= (a.buffer); }
            } else if (a.begins) {
                readers_of[a.buffer] = readers_of[a.buffer] + 1;
            } else {
                readers_of[a.buffer] = readers_of[a.buffer] - 1;
            }
            assert !(a.buffer in written) || readers_of[a.buffer] == 0,
                format("buffer {0} is read and written at the same time", a.buffer);
        }
        on eReadData do (r: (first: int, second: int)) {
            assert r.first == r.second, format("a reader gets {0} and {1}", r.first, r.second);
        }
    }
}

// Nobody waits for ever.
spec EverybodyFinishes observes eFinished {
    var finished: int;

    start hot state Working {
        on eFinished do {
            finished = finished + 1;
            if (finished == readers + 1) { goto Done; }
        }
    }
    cold state Done { }
}
