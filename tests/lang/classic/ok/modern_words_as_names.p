// Words that modern P reserves are ordinary names here.

event test;
event format: int;
event safe;

main machine main {
    var set: seq[int];
    var string, param: int;
    var to, is: machine;
    var values: map[int, bool];
    var keys: (sent: int, type: bool);

    fun choose(data: int): int {
        return data + param;
    }

    fun print(case: bool) { }

    start state spec {
        entry {
            set += (0, 1);
            string = choose(string);
            print(keys.type);
            keys = (sent=1, type=false);
            values[keys.sent] = true;
            if (to == is) to = this;
            param = set[0];
            send to, format, param;
        }
        on test, safe goto module;
        on format do { string = payload; };
    }

    state module { ignore test, safe, format; }
}
