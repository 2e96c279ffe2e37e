// A text that names machines equals a text that names the same ones at the same places. It
// never equals a text that only looks like it. In the order of texts, machines of one kind
// stand at one place.

machine Other {
    start state Init { }
}

machine Main {
    start state Init {
        entry {
            var other, third: machine;
            var s, t: string;
            var named: map[string, int];

            other = new Other();
            third = new Other();
            s = format("{0} and {1}", this, other);
            print s;  // prints: Main(1) and Other(2)
            assert s != "Main(1) and Other(2)";
            t = format("{0} and ", this) + format("{0}", other);
            assert s == t && s <= t && s >= t && !(s < t);
            assert s != format("{0} and {1}", this, third);
            assert format("{0}", s) == s && format("<{0}>", s) == "<" + s + ">";
            named[s] = 1;
            named[t] = named[t] + 1;
            assert sizeof(named) == 1 && named[format("{0} and {1}", this, other)] == 2;

            s = format("{0}", other);
            t = format("{0}", third);
            assert s != t && s <= t && t <= s && !(s < t) && !(t < s);
            assert s > format("{0}", this) && s > "Other" && s < "P" && s > "N";
            assert "Other" + s != s + "Other";
            print s + "/" + t;  // prints: Other(2)/Other(3)
            assert (s as any) == (format("{0}", other) as any);
        }
    }
}
