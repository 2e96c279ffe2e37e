// Folders below the folder belong to it.

machine Server {
    start state Init {
        entry (l: Limits) { print format("{0}", l); }
        on eRequest do (r: tRequest) { send r.from_whom, eResponse; }
    }
}
