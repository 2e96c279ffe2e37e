// The directory: it says who coordinates.
//
// One coordinator works, others wait. When it fails, or seems to, the next one is appointed, with a higher generation: partitions do not
// listen to older ones any more. So it does no harm to depose one wrongly. One that lives hears of it, and waits again.
//
// As the masters of the partitions, the directory does not fail.

type tCandidate = (coordinator: machine, place: int);

machine Directory {
    var candidates: seq[tCandidate];  // the first one coordinates
    var fronts: set[machine];         // also those that have failed: what is sent to them has no effect
    var generation: int;

    start state Watching {
        on eCandidate do (c: tCandidate) {
            var i: int;

            while (i < sizeof(candidates)) {
                if (candidates[i].place == c.place) { Remove(i); }
                else { i = i + 1; }
            }
            candidates += (sizeof(candidates), c);
            if (sizeof(candidates) == 1) { Appoint(); }
        }
        on eFront do (front: machine) {
            fronts += (front);
            if (sizeof(candidates) > 0) { Tell(front); }
        }
        on eSuspect do (suspect: machine) {
            var i: int;

            while (i < sizeof(candidates)) {
                if (candidates[i].coordinator == suspect) { Remove(i); }
                else { i = i + 1; }
            }
        }
    }

    fun Remove(i: int) {
        send candidates[i].coordinator, eDeposed;
        candidates -= i;
        if (i == 0 && sizeof(candidates) > 0) { Appoint(); }
    }

    fun Appoint() {
        var front: machine;

        generation = generation + 1;
        print format("{0} at place {1} coordinates, generation {2}",
                     candidates[0].coordinator, candidates[0].place, generation);
        send candidates[0].coordinator, eAppointed, generation;
        foreach (front in fronts) { Tell(front); }
    }

    fun Tell(front: machine) {
        send front, eCoordinator, (generation = generation, coordinator = candidates[0].coordinator);
    }
}
