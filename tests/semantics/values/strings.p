// Strings: concatenation, order by text, value semantics, escapes.

machine Main {
    start state Init {
        entry {
            var s, t: string;
            s = "ab";
            t = s + "c" + "";
            assert s == "ab" && t == "abc" && s != t;
            assert s < t && "a" < "b" && "B" < "a" && "a" <= "a" && "" < "a";
            assert t > s && "b" >= "ab" && !("a" > "a");
            s = s + s;
            print s;  // prints: abab
            print "quote \" backslash \\ tab [\t]";  // prints: quote " backslash \ tab [	]
            print format("{0}{{{0}}}{1}", "x", "y");  // prints: x{x}y
            print "{{0}}";  // prints: {0}
        }
    }
}
