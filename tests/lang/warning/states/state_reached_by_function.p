// A goto in a function that is called, or in a case of a receive, is a way.

event eTick;

machine Main {
    fun Leave() { goto Second; }

    start state Init {
        entry { send this, eTick; Leave(); }
        ignore eTick;
    }
    state Second {
        entry {
            receive {
                case eTick: { goto Third; }
            }
        }
    }
    state Third { }
}
