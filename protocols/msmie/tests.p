// One writer, several readers.

param writes: int;
param reads: int;  // of each reader

machine Driver {
    start state Init {
        entry {
            var memory, semaphore: machine;
            var i: int;

            memory = new Memory();
            semaphore = new Semaphore();
            new Writer((memory = memory, semaphore = semaphore, times = writes));
            while (i < readers) {
                i = i + 1;
                new Reader((memory = memory, semaphore = semaphore, times = reads));
            }
            raise halt;
        }
    }
}

module system = union msmie, { Driver };

test param (readers in [1, 2], writes in [2], reads in [1]) tcExchange [main = Driver]: assert Consistent in system;
test param (readers in [2], writes in [2], reads in [2]) tcTwice [main = Driver]: assert Consistent in system;
test param (readers in [3], writes in [4], reads in [3]) tcLarge [main = Driver]: assert Consistent in system;
test param (readers in [1, 2], writes in [1], reads in [1]) tcFinishes [main = Driver]: assert EverybodyFinishes in system;

test param (readers in [2], writes in [3], reads in [2], bug_msmie_unlocked in [true])
    tcBugUnlocked [main = Driver]: assert Consistent in system;
