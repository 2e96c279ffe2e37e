// tests/unit/printed_test.c: which texts are only printed.

#include "gen/printed.h"

#include <string.h>

#include "base/buf.h"
#include "gen/gen.h"
#include "rt/program.h"
#include "test.h"

// The texts of the program in the order of its code. Those that are only printed are in brackets.
static const char *texts(const char *declarations, const char *entry)
{
    static char found[1000];
    Lang lang;
    Arena arena = {0};
    PProgram p;
    Err err = {0};
    Buf text = {0}, out = {0};
    buf_print(&text, "%s machine Main { var x: string; start state S { entry { %s } } }",
              declarations, entry);
    lang_init(&lang);
    EXPECT_TRUE(lang_add_text(&lang, "test.p", buf_text(&text), text.size, &err));
    if (!lang_check(&lang))
        EXPECT_STR(lang.diags.all.items[0]->text, "");
    EXPECT_TRUE(gen_program(&arena, &lang, TARGET_CHECK, &p, &err));
    EXPECT_TRUE(program_verify(&p, &err));
    for (uint32_t i = 0; i < p.fun_count; i++)
        for (uint32_t k = 0; k < p.funs[i].code_count; k++) {
            const PIns *ins = &p.funs[i].code[k];
            bool is_note = ins->op == OP_NOTE;
            if (is_note || ins->op == OP_FORMAT || ins->op == OP_STRING)
                buf_print(&out, is_note ? "%s(%s)" : "%s%s", out.size ? " " : "",
                          p.strings[ins->n]);
        }
    snprintf(found, sizeof found, "%s", buf_text(&out));
    buf_drop(&text);
    buf_drop(&out);
    arena_drop(&arena);
    lang_drop(&lang);
    return found;
}

TEST(texts_that_are_printed)
{
    EXPECT_STR(texts("", "print \"a\"; print format(\"b{0}\", 1);"), "(a) (b{0})");
    EXPECT_STR(texts("", "x = \"a\"; print \"b\" + x; print format(\"c{0}\", x);"),
               "a (b) (c{0})");
    EXPECT_STR(texts("", "print format(\"a{0}\", format(\"b{0}\", 1));"), "(b{0}) (a{0})");
}

TEST(texts_that_are_seen)
{
    EXPECT_STR(texts("", "x = format(\"a{0}\", 1); print x;"), "a{0}");
    EXPECT_STR(texts("", "assert false, \"a\";"), "a");
    EXPECT_STR(texts("", "if (\"a\" == x) print \"b\";"), "a (b)");
    EXPECT_STR(texts("event E: string;", "send this, E, \"a\";"), "a");
    EXPECT_STR(texts("fun F(): string { return \"a\"; }", "print F();"), "a");
}

TEST(arguments_that_are_printed)
{
    EXPECT_STR(texts("fun F(s: string) { }", "F(\"a\");"), "(a)");
    EXPECT_STR(texts("fun F(s: string) { print s; }", "F(\"a\");"), "(a)");
    EXPECT_STR(texts("fun F(s: string) { print format(\"f{0}\", s); } fun G(s: string) { F(s); }",
                     "G(\"a\" + x);"),
               "(f{0}) (a)");
    EXPECT_STR(texts("fun F(s: string) { assert s != \"b\"; print s; }", "F(\"a\");"), "b a");
    EXPECT_STR(texts("fun F(s: string, n: int) { if (n > 0) F(s, n - 1); print s; }",
                     "F(\"a\", 3);"),
               "a");  // while F calls itself, s may be part of a state
}

TEST(variables_that_are_printed)
{
    EXPECT_STR(texts("", "var s: string; s = \"a\"; if ($) s = s + \"b\"; print s;"), "a (b)");
    EXPECT_STR(texts("event E;", "var s: string; s = \"a\"; send this, E; print s;"), "a");
    EXPECT_STR(texts("event E;", "var s: string; s = \"a\"; print s; send this, E; s = \"b\";"),
               "(a) (b)");
    EXPECT_STR(texts("event E;", "var s: string; s = \"a\"; receive { case E: {} } print s;"),
               "a");
}
