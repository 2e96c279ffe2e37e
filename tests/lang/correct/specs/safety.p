// A spec keeps what it saw, and asserts.

event eRequest: (client: machine, id: int);
event eResponse: (id: int, ok: bool);

spec OnlyAnswers observes eRequest, eResponse {
    var open: set[int];

    fun Remember(r: (client: machine, id: int)) { open += (r.id); }

    start state Watching {
        on eRequest do Remember;
        on eResponse do (r: (id: int, ok: bool)) {
            assert r.id in open, format("{0} was never asked", r.id);
            open -= r.id;
        }
    }
}
