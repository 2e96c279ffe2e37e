// A type of the other file, used wrongly here.

machine Main {
    var r: tRequest;

    start state Init {
        entry {
            r = (id = 1, name = 2); // error: E0401
            send this, eRequest, r.id; // error: E0414
        }
        ignore eRequest;
    }
}
