// check
// verdict: verified
// Floats and enums in fields and payloads.

enum Mood { CALM = 1, TENSE = 5, ANGRY = 9 }

event eAdd: float;
event eMood: Mood;

machine Gauge {
    var level: float;
    var mood: Mood;

    start state Init {
        on eAdd do (x: float) {
            level = level + x;
            assert level < 2.0, format("{0}", level);
        }
        on eMood do (m: Mood) {
            assert m to int > 1;
            mood = m;
        }
    }
}

machine Feeler {
    start state Init {
        entry (g: machine) {
            if ($) { send g, eMood, TENSE; } else { send g, eMood, ANGRY; }
            send g, eAdd, 0.25;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var g: machine;
            g = new Gauge();
            new Feeler(g);
            send g, eAdd, 0.5;
            send g, eAdd, 1.0;
        }
    }
}
