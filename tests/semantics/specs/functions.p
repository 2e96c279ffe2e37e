// plait: --specs
// A spec has variables and functions like a machine.

event eA: (id: int, n: int);

spec Sums observes eA {
    var sums: map[int, int];

    fun Add(id: int, n: int): int {
        if (!(id in sums)) sums[id] = 0;
        sums[id] = sums[id] + n;
        return sums[id];
    }

    start state Init {
        on eA do (a: (id: int, n: int)) { print format("{0}", Add(a.id, a.n)); }
    }
}

machine Main {
    start state Init {
        entry {
            announce eA, (id = 1, n = 5);
            announce eA, (id = 2, n = 7);
            announce eA, (id = 1, n = 6);
        }
    }
}

// output:
//   5
//   7
//   11
