// A receive case expects another payload.

event eCount: int;

machine Main {
    start state Init {
        entry {
            receive {
                case eCount: (b: bool) { print format("{0}", b); } // error: E0415
            }
        }
    }
}
