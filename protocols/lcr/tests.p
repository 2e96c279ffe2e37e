// Rings of several sizes, with the numbers in any order.

machine Driver {
    start state Init {
        entry {
            var ring: seq[machine];
            var all: set[machine];
            var numbers: set[int];
            var rounds: machine;
            var number, i, next: int;

            while (sizeof(ring) < processes) {
                ring += (sizeof(ring), new Process());
                all += (ring[sizeof(ring) - 1]);
                numbers += (sizeof(ring));
            }
            rounds = new Rounds(all);
            while (i < processes) {
                number = choose(numbers);
                numbers -= (number);
                next = i + 1;
                if (next == processes) { next = 0; }
                send ring[i], eSetUp, (number = number, next = ring[next], rounds = rounds);
                i = i + 1;
            }
            raise halt;
        }
    }
}

module system = union lcr, { Driver };

test param (processes in [2, 3, 4]) tcRing [main = Driver]: assert OneLeader in system;
test param (processes in [6]) tcLarge [main = Driver]: assert OneLeader in system;
test param (processes in [2, 3]) tcEverybodyLearns [main = Driver]: assert EverybodyLearns in system;
