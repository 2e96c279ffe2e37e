// The escapes of strings are those of C#.

machine Main {
    start state Init {
        entry {
            var shown: map[string, int];
            print "\'\"\\\x41\u0042\U00000043";                // prints: '"\ABC
            print "\xABCD|\x41g";                             // prints: ꯍ|Ag
            print "\u00fc\ud83d\ude00\U0001F600";              // prints: ü😀😀
            print "\u007b\u007b\u007d\u007d \u007b\u007b0}}"; // prints: {} {0}
            print format("\u007b0} \u007b{", 7);               // prints: 7 {
            shown["\a\b\f\v\t\r"] = 1;
            assert sizeof(shown) == 1;
            assert "\a\b\f\v\t\r" in shown && !("abfvtr" in shown);
            assert "\x09" == "\t" && "\n" == "\u000a" && "\r" == "\x0d";
        }
    }
}
