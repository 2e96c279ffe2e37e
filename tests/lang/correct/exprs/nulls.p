// Where null may stand.

machine Main {
    start state Init {
        entry {
            var a: any;
            var d: data;
            var m: machine;
            var e: event;
            a = null;
            d = null;
            m = null;
            e = null;
            assert null == null && a == null && d == null && m == null && e == null;
            a = (null, null);
            assert a == (null, null);
        }
    }
}
