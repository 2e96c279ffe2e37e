// Model functions stand for code that is written elsewhere.

main machine Main {
    var n: int;
    var opened: bool;

    model fun Open(name: int): bool {
        return $;
    }

    model fun Close() { }

    start state Init {
        entry {
            opened = Open(n);
            Close();
        }
    }
}
