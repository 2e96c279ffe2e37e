// Waiting again and again, also inside functions.

event eReply: (id: int, ok: bool);
event eCancel;

machine Main {
    var count: int;

    fun WaitFor(n: int): bool {
        var ok: bool;
        var i: int;
        ok = true;
        while (i < n) {
            receive {
                case eReply: (r: (id: int, ok: bool)) {
                    var before: int;
                    before = count;
                    count = before + r.id;
                    ok = ok && r.ok;
                }
                case eCancel: { ok = false; }
            }
            i = i + 1;
        }
        return ok;
    }

    start state Init {
        entry {
            var x: int;
            foreach (x in default(seq[int])) {
                receive {
                    case eCancel: { count = x; }
                }
            }
            if (WaitFor(3)) { goto Done; }
        }
    }

    state Done { ignore eReply, eCancel; }
}
