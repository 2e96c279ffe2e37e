// Large sets and maps whose order nobody sees are kept in another way than those that are seen: both
// do the same.
// output:
//   195 of 195
//   280 280 2357
//   false true
//   true

type tKey = (int, string);

event eGive: map[tKey, set[int]];

machine Main {
    var hidden, shown: set[int];
    var byKey: map[tKey, set[int]];
    var listed: map[tKey, int];
    var seed: int;

    start state Init {
        entry {
            var i: int;
            while (i < 4000) {
                ChangeSets(Next(400), i / 1000 % 2 == 0);
                ChangeMaps(Next(300), i);
                i = i + 1;
            }
            assert sizeof(hidden) == sizeof(shown) && hidden == shown && shown == hidden;
            Count();
            Sum();
            send this, eGive, byKey;
        }
        on eGive do (copy: map[tKey, set[int]]) {
            byKey -= ((7, "key"));
            copy[(7, "key")] = default(set[int]);
            print format("{0} {1}", (7, "key") in byKey, (7, "key") in copy);
            byKey[(7, "key")] = default(set[int]);
            print format("{0}", byKey == copy);
            raise halt;
        }
    }

    fun Next(below: int): int {
        seed = (seed * 1103515245 + 12345) % 2147483647;
        return seed / 65536 % below;
    }

    fun ChangeSets(key: int, grows: bool) {
        assert (key in hidden) == (key in shown);
        if (key in hidden && (!grows || key % 3 == 0)) {
            RemoveHidden(key);
            shown -= (key);
        } else {
            AddHidden(key);
            shown += (key);
        }
    }

    fun AddHidden(key: int) { hidden += (key); }
    fun RemoveHidden(key: int) { hidden -= (key); }

    fun ChangeMaps(key: int, i: int) {
        var inside: set[int];
        if ((key, "key") in byKey) {
            inside = byKey[(key, "key")];
            inside += (i);
            byKey[(key, "key")] = inside;
            listed[(key, "key")] = sizeof(inside);
        } else {
            byKey += ((key, "key"), default(set[int]));
            listed += ((key, "key"), 0);
        }
        if (i % 17 == 0) {
            byKey -= ((key, "key"));
            listed -= ((key, "key"));
        }
    }

    // The order of `shown` and `listed` is seen here.
    fun Count() {
        var key, among: int;
        foreach (key in shown) {
            assert key in hidden;
            among = among + 1;
        }
        print format("{0} of {1}", among, sizeof(hidden));
    }

    fun Sum() {
        var key: tKey;
        var sum: int;
        foreach (key in keys(listed)) {
            assert sizeof(byKey[key]) == listed[key];
            sum = sum + listed[key];
        }
        print format("{0} {1} {2}", sizeof(byKey), sizeof(listed), sum);
    }
}
