// A message broker: producers write records to partitions, consumers read each partition in batches.
//
// Producers do not wait for an answer, so the queue of a partition holds hundreds of records. A
// partition is a log that only grows. Consumers fetch from an offset, and commit what they have
// handled. A partition that changes its leader for a while defers everything.
// The specification remembers all records: each is consumed once, in the order of its producer.

type tRecord = (producer: int, number: int, size: int);

event eAppend: tRecord;
event eFetch: (consumer: Consumer, offset: int);
event eBatch: (partition: Partition, offset: int, records: seq[tRecord]);
event eCommit: (consumer: Consumer, offset: int);
event eNext;
event eElect;    // to a partition: its leader is gone
event eElected;

event eAppended: (partition: Partition, offset: int, written: tRecord);
event eConsumed: (consumer: Consumer, partition: Partition, offset: int, got: tRecord);

fun Partitions(): int { return 24; }
fun Producers(): int { return 60; }
fun Records(): int { return 400; }  // of each producer
fun Batch(): int { return 20; }

machine Partition {
    var log: seq[tRecord];
    var committed: map[Consumer, int];
    var elections: int;

    start state Leading {
        on eAppend do (written: tRecord) {
            announce eAppended, (partition = this, offset = sizeof(log), written = written);
            log += (sizeof(log), written);
        }
        on eFetch do (fetch: (consumer: Consumer, offset: int)) {
            var records: seq[tRecord];
            var i: int;

            i = fetch.offset;
            while (i < sizeof(log) && i < fetch.offset + Batch()) {
                records += (sizeof(records), log[i]);
                i = i + 1;
            }
            send fetch.consumer, eBatch, (partition = this, offset = fetch.offset, records = records);
        }
        on eCommit do (commit: (consumer: Consumer, offset: int)) {
            if (commit.consumer in committed) {
                assert commit.offset >= committed[commit.consumer], "a commit goes back";
            }
            committed[commit.consumer] = commit.offset;
        }
        on eElect goto Electing;
    }

    state Electing {
        defer eAppend, eFetch, eCommit, eElect;
        entry {
            elections = elections + 1;
            send this, eElected;
        }
        on eElected goto Leading;
    }
}

machine Producer {
    var number: int;
    var partitions: seq[Partition];
    var count: int;

    start state Producing {
        entry (me: (number: int, partitions: seq[Partition])) {
            number = me.number;
            partitions = me.partitions;
            send this, eNext;
        }
        on eNext do {
            var produced: tRecord;

            count = count + 1;
            produced = (producer = number, number = count, size = choose(1000));
            send partitions[Place()], eAppend, produced;
            if (count < Records()) {
                send this, eNext;
            }
        }
    }

    // All records of a producer go to one partition, so that their order is kept.
    fun Place(): int {
        return number - (number / sizeof(partitions)) * sizeof(partitions);
    }
}

machine Consumer {
    var partition: Partition;
    var offset: int;
    var bytes: int;
    var empty: int;  // batches without records

    start state Consuming {
        entry (mine: Partition) {
            partition = mine;
            Fetch();
        }
        on eBatch do (batch: (partition: Partition, offset: int, records: seq[tRecord])) {
            var got: tRecord;

            assert batch.offset == offset, "a batch from another place";
            foreach (got in batch.records) {
                announce eConsumed, (consumer = this, partition = partition, offset = offset,
                                     got = got);
                bytes = bytes + got.size;
                offset = offset + 1;
            }
            if (sizeof(batch.records) > 0) {
                send partition, eCommit, (consumer = this, offset = offset);
            } else {
                empty = empty + 1;
            }
            if (empty < 100) {
                Fetch();
            }
        }
    }

    fun Fetch() {
        send partition, eFetch, (consumer = this, offset = offset);
    }
}

// Changes leaders now and then.
machine Trouble {
    var partitions: seq[Partition];
    var left: int;

    start state Making {
        entry (all: seq[Partition]) {
            partitions = all;
            left = 50;
            send this, eNext;
        }
        on eNext do {
            send choose(partitions), eElect;
            left = left - 1;
            if (left > 0) {
                send this, eNext;
            }
        }
    }
}

spec InOrder observes eAppended, eConsumed {
    var logs: map[Partition, map[int, tRecord]];
    var last: map[int, int];  // producer -> number of its last record
    var consumed: map[(consumer: Consumer, partition: Partition), set[int]];

    start state Watching {
        on eAppended do (a: (partition: Partition, offset: int, written: tRecord)) {
            if (!(a.partition in logs)) {
                logs[a.partition] = default(map[int, tRecord]);
            }
            assert !(a.offset in logs[a.partition]), "an offset was used twice";
            logs[a.partition][a.offset] = a.written;
            if (a.written.producer in last) {
                assert a.written.number == last[a.written.producer] + 1, "a record is missing";
            }
            last[a.written.producer] = a.written.number;
        }
        on eConsumed do (c: (consumer: Consumer, partition: Partition, offset: int, got: tRecord)) {
            var who: (consumer: Consumer, partition: Partition);

            who = (consumer = c.consumer, partition = c.partition);
            if (!(who in consumed)) {
                consumed[who] = default(set[int]);
            }
            assert !(c.offset in consumed[who]), "a record was consumed twice";
            consumed[who] += (c.offset);
            assert logs[c.partition][c.offset] == c.got, "another record was consumed";
        }
    }
}

machine Main {
    start state Building {
        entry {
            var partitions: seq[Partition];
            var i: int;

            while (i < Partitions()) {
                partitions += (i, new Partition());
                i = i + 1;
            }
            i = 0;
            while (i < Producers()) {
                new Producer((number = i, partitions = partitions));
                i = i + 1;
            }
            i = 0;
            while (i < Partitions()) {
                new Consumer(partitions[i]);
                new Consumer(partitions[i]);
                i = i + 1;
            }
            new Trouble(partitions);
            raise halt;
        }
    }
}

test tcBroker [main = Main]: assert InOrder in { Main, Partition, Producer, Consumer, Trouble };
