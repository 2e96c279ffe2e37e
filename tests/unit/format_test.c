// tests/unit/format_test.c: the layout of P files, rule by rule.

#include "format/format.h"

#include "test.h"

static void expect_layout(const char *text, const char *wanted)
{
    Buf out = {0};
    Err why = {0};
    EXPECT_TRUE(format_text(text, strlen(text), &out, &why));
    EXPECT_STR(buf_text(&out), wanted);
    buf_drop(&out);
}

static void expect_refusal(const char *text, const char *reason)
{
    Buf out = {0};
    Err why = {0};
    EXPECT_FALSE(format_text(text, strlen(text), &out, &why));
    EXPECT_STR(why.text, reason);
    buf_drop(&out);
}

TEST(blocks_begin_in_the_line_of_their_header)
{
    expect_layout("machine M\n{\n  start state S\n  {\n\n\n  entry { }\n  }\n\n}",
                  "machine M {\n    start state S {\n        entry { }\n    }\n}\n");
    expect_layout("machine M receives a, b; sends c; { }",
                  "machine M\n    receives a, b;\n    sends c;\n{ }\n");
    expect_layout("interface I(machine) receives a;", "interface I(machine) receives a;\n");
}

TEST(a_block_in_one_line_stays_there_if_it_fits)
{
    expect_layout("fun F() {x=1;y=2;}", "fun F() { x = 1; y = 2; }\n");
    expect_layout("fun F() {if(x){y=2;}}", "fun F() {\n    if (x) { y = 2; }\n}\n");
    expect_layout("fun F() { Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(); }",
                  "fun F() {\n    Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa();\n}\n");
}

TEST(else_follows_its_block)
{
    expect_layout("fun F() {\nif (a)\n{\nb();\n}\nelse if (c)\n{\nd();\n}\nelse\n{\ne();\n}\n}",
                  "fun F() {\n    if (a) {\n        b();\n    } else if (c) {\n        d();\n"
                  "    } else {\n        e();\n    }\n}\n");
    expect_layout("fun F() {\nif (a)\nif (b)\nc();\nelse\nd();\n}",
                  "fun F() {\n    if (a)\n        if (b)\n            c();\n        else\n"
                  "            d();\n}\n");
}

TEST(spaces_stand_around_binary_operators_only)
{
    expect_layout("fun F() { x=a+-b*( !c ) ; y [ 0 ]=-1 ; z+=( k,v ) ; }",
                  "fun F() { x = a + -b * (!c); y[0] = -1; z += (k, v); }\n");
    expect_layout("event e:(a:int,b:map [int,seq[bool]]);",
                  "event e: (a: int, b: map[int, seq[bool]]);\n");
    expect_layout("test tc[main=M]:assert S in(union{A,B},C);",
                  "test tc [main = M]: assert S in (union { A, B }, C);\n");
    expect_layout("fun F() { m = new A < B , C > ( ); if(a<b){return-1;} }",
                  "fun F() {\n    m = new A<B, C>();\n    if (a < b) { return -1; }\n}\n");
}

TEST(lines_within_an_item_stay)
{
    expect_layout("fun F() {\nsend a,\ne,\nx;\nG(a,\nb);\nH(\na,\nb\n);\n}",
                  "fun F() {\n    send a,\n        e,\n        x;\n    G(a,\n      b);\n"
                  "    H(\n        a,\n        b\n    );\n}\n");
}

TEST(comments_stay_where_they_are)
{
    expect_layout("// one\n\n\n\n// two\nevent e; // three\n/* four */ event f;\n// five",
                  "// one\n\n// two\nevent e;  // three\n/* four */ event f;\n// five\n");
    expect_layout("fun F() {\n// only this\n}", "fun F() {\n    // only this\n}\n");
    expect_layout("fun F() {\n  /* a\n     b */\n  x();\n}",
                  "fun F() {\n    /* a\n       b */\n    x();\n}\n");
    expect_layout("fun F() { } // it\n// end", "fun F() { }  // it\n// end\n");
}

TEST(comments_below_each_other_stay_so)
{
    expect_layout("var a:int; // one\nvar bb:x; // two\n",
                  "var a: int;  // one\nvar bb: x;  // two\n");
    expect_layout("var a:int;  // one\nvar bbbb:x; // two\n",
                  "var a: int;   // one\nvar bbbb: x;  // two\n");
    // The block does not fit into the line: what was tried leaves nothing behind.
#define LONG_NAME "a_name_that_is_longer_than_half_of_a_line_and_then_some_more_so_it_does_not_fit"
    expect_layout("fun F() {\n    while (a)  // one\n    { " LONG_NAME "(); " LONG_NAME "(); }\n}\n",
                  "fun F() {\n    while (a)  // one\n    {\n        " LONG_NAME
                  "();\n        " LONG_NAME "();\n    }\n}\n");
#undef LONG_NAME
}

TEST(what_is_no_layout_is_refused)
{
    expect_refusal("fun F() {\n", "1:9: this `{` is never closed");
    expect_refusal("fun F() }", "1:9: nothing is open that `}` closes");
    expect_refusal("event @;", "1:7: the character `@` means nothing in P");
}

TEST(the_2015_dialect)
{
    expect_layout("include \"a.p\"\nevent E assert 1:int;\nmain machine M{start state S{on E "
                  "push T;}}",
                  "include \"a.p\"\nevent E assert 1: int;\nmain machine M {\n    start state S { "
                  "on E push T; }\n}\n");
}
