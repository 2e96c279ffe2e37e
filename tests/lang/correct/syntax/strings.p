// Escapes, braces, and a string over two lines.

fun Strings(): string {
    var s: string;
    s = "";
    s = "plain";
    s = "a quote \" and a backslash \\ and a line\n";
    s = "two
lines";
    s = "braces {{ and }}";
    s = "// no comment /* here */";
    s = "größe, 時計";
    return s + "joined" + s;
}
