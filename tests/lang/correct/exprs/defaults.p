// Every type has a default.

type tHandle;
type tRecord = (name: string, tags: set[int]);
enum Colour { RED = 3, GREEN = 1 }
event eTick;

machine Main {
    start state Init {
        entry {
            var x: any;
            x = default(int);
            x = default(bool);
            x = default(float);
            x = default(string);
            x = default(event);
            x = default(machine);
            x = default(any);
            x = default(data);
            x = default(Colour);
            x = default(tHandle);
            x = default(tRecord);
            x = default(seq[int]);
            x = default(set[(int, bool)]);
            x = default(map[string, seq[machine]]);
            x = default((int, bool));
            x = default((x: int, y: (int, int)));
        }
        ignore eTick;
    }
}
