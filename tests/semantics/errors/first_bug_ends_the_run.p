// The first bug ends the run: other machines do nothing more.

machine Bad {
    start state Init {
        entry {
            print "bad";
            assert false, "here";  // bug: assertion here
        }
    }
}

machine Good {
    start state Init {
        entry { print "good"; }
    }
}

machine Main {
    start state Init {
        entry {
            new Good();
            new Bad();
            new Good();
        }
    }
}

// output:
//   good
//   bad
