// What modern P added may be used here as well.

enum Colour { RED, GREEN }
type tPicture = (size: int, colours: seq[Colour]);

event eShow: tPicture;

main machine Main {
    var seen: set[int];
    var picture: tPicture;

    start state Init {
        entry {
            var i: int;
            seen += (1);
            foreach (i in seen) {
                print format("{0}", i);
                if (i == 3) continue;
            }
            picture.colours += (0, GREEN);
            goto Showing, picture;
        }
    }

    state Showing {
        entry (p: tPicture) { picture = p; }
        on eShow do (p: tPicture) { picture = p; };
    }
}
