// Multiprocessor shared-memory information exchange (MSMIE; L. Santoline and others, 1989): a writer passes its newest data to
// several readers, through buffers in shared memory, and nobody ever waits for somebody who reads or writes data.
//
// Each buffer has a status. The writer fills a SLAVE buffer, then it is the NEWEST, and the one that was the newest is IDLE. The first
// reader makes the newest buffer the MASTER; other readers join. The last one that leaves makes it IDLE, or the newest again
// if there is none. Status and number of readers are changed under a semaphore, with loads and stores.

param readers: int;

enum tStatus { IDLE = 0, NEWEST = 1, SLAVE = 2, MASTER = 3 }

// Words of the memory: for each buffer its status and two words of data; then the number of readers.
fun Buffers(): int { return 3; }
fun StatusOf(buffer: int): int { return 3 * buffer; }
fun FirstOf(buffer: int): int { return 3 * buffer + 1; }
fun SecondOf(buffer: int): int { return 3 * buffer + 2; }
fun Readers(): int { return 3 * Buffers(); }

event eLoad: (processor: machine, address: int);
event eLoaded: int;
event eStore: (address: int, value: int);
event eLock: machine;      // to the semaphore
event eLocked;             // to the processor
event eUnlock;

// For the specification.
event eReadData: (first: int, second: int);
event eAccess: (buffer: int, writes: bool, begins: bool);
event eFinished;

type tPlace = (memory: machine, semaphore: machine, times: int);

fun Load(processor: machine, memory: machine, address: int): int {
    var value: int;

    send memory, eLoad, (processor = processor, address = address);
    receive {
        case eLoaded: (v: int) { value = v; }
    }
    return value;
}

fun Store(memory: machine, address: int, value: int) {
    send memory, eStore, (address = address, value = value);
}

fun Lock(processor: machine, semaphore: machine) {
    send semaphore, eLock, processor;
    receive {
        case eLocked: { }
    }
}

// The first buffer with this status, or -1.
fun Find(processor: machine, memory: machine, status: tStatus): int {
    var buffer: int;

    while (buffer < Buffers()) {
        if (Load(processor, memory, StatusOf(buffer)) == status to int) { return buffer; }
        buffer = buffer + 1;
    }
    return -1;
}

machine Writer {
    var place: tPlace;

    start state Init {
        entry (p: tPlace) {
            var value: int;

            place = p;
            while (value < place.times) {
                value = value + 1;
                Write(value);
            }
            announce eFinished;
        }
    }

    fun Write(value: int) {
        var buffer, old: int;

        Lock(this, place.semaphore);
        buffer = Find(this, place.memory, IDLE);
        Store(place.memory, StatusOf(buffer), SLAVE to int);
        send place.semaphore, eUnlock;

        announce eAccess, (buffer = buffer, writes = true, begins = true);
        Store(place.memory, FirstOf(buffer), value);
        Store(place.memory, SecondOf(buffer), value);
        announce eAccess, (buffer = buffer, writes = true, begins = false);

        Lock(this, place.semaphore);
        old = Find(this, place.memory, NEWEST);
        if (old >= 0) { Store(place.memory, StatusOf(old), IDLE to int); }
        Store(place.memory, StatusOf(buffer), NEWEST to int);
        send place.semaphore, eUnlock;
    }
}

machine Reader {
    var place: tPlace;

    start state Init {
        entry (p: tPlace) {
            var i: int;

            place = p;
            while (i < place.times) {
                i = i + 1;
                Read();
            }
            announce eFinished;
        }
    }

    fun Read() {
        var buffer, first: int;

        buffer = Acquire();
        if (buffer < 0) { return; }  // nothing was written so far
        announce eAccess, (buffer = buffer, writes = false, begins = true);
        first = Load(this, place.memory, FirstOf(buffer));
        announce eReadData, (first = first, second = Load(this, place.memory, SecondOf(buffer)));
        announce eAccess, (buffer = buffer, writes = false, begins = false);
        Release(buffer);
    }

    fun Acquire(): int {
        var buffer: int;

        Lock(this, place.semaphore);
        buffer = Find(this, place.memory, MASTER);
        if (buffer < 0) { buffer = Find(this, place.memory, NEWEST); }
        if (buffer >= 0) {
            Store(place.memory, StatusOf(buffer), MASTER to int);
            Store(place.memory, Readers(), Load(this, place.memory, Readers()) + 1);
        }
        send place.semaphore, eUnlock;
        return buffer;
    }

    fun Release(buffer: int) {
        var left: int;

        if (!bug_msmie_unlocked) { Lock(this, place.semaphore); }
        left = Load(this, place.memory, Readers()) - 1;
        Store(place.memory, Readers(), left);
        if (bug_msmie_unlocked) { Lock(this, place.semaphore); }
        if (left == 0) {
            if (Find(this, place.memory, NEWEST) < 0) {
                Store(place.memory, StatusOf(buffer), NEWEST to int);
            } else { Store(place.memory, StatusOf(buffer), IDLE to int); }
        }
        send place.semaphore, eUnlock;
    }
}

module msmie = { Memory, Semaphore, Writer, Reader };
