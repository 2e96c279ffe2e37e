// The escapes are those of C#. What it does not compile is an error, and so is the character 0.

fun Wrong(n: int) {
    print "C:\dir"; // error: E0113 this is no escape
    print "a\0b"; // error: E0113 the character 0
    print "\x0 and \u0000"; // error: E0113 the character 0, E0113 the character 0
    print "\xg"; // error: E0113
    print "\u12"; // error: E0113
    print "\U00110000"; // error: E0113
    print "\ud83d"; // error: E0113
    print "\udc00\ud83d"; // error: E0113, E0113
    print format("\q {0}", n); // error: E0113
}
