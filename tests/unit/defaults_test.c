// tests/unit/defaults_test.c: which defaults of tuples are not made.

#include "gen/defaults.h"

#include "base/buf.h"
#include "gen/gen.h"
#include "rt/program.h"
#include "test.h"

// The number of tuples by default that the program makes.
static uint32_t defaults(const char *entry)
{
    Lang lang;
    Arena arena = {0};
    PProgram p;
    Err err = {0};
    Buf text = {0};
    uint32_t count = 0;
    buf_print(&text,
              "event E; fun F(t: (int, int)): int { return t.0; }"
              "machine Main { var x: int; start state S { entry { %s } ignore E; } }",
              entry);
    lang_init(&lang);
    EXPECT_TRUE(lang_add_text(&lang, "test.p", buf_text(&text), text.size, &err));
    if (!lang_check(&lang))
        EXPECT_STR(lang.diags.all.items[0]->text, "");
    EXPECT_TRUE(gen_program(&arena, &lang, TARGET_CHECK, &p, &err));
    EXPECT_TRUE(program_verify(&p, &err));
    for (uint32_t i = 0; i < p.fun_count; i++)
        for (uint32_t k = 0; k < p.funs[i].code_count; k++) {
            const PIns *ins = &p.funs[i].code[k];
            count += ins->op == OP_DEFAULT && p.types[ins->n].kind == P_TYPE_TUPLE;
        }
    buf_drop(&text);
    arena_drop(&arena);
    lang_drop(&lang);
    return count;
}

TEST(a_default_that_is_overwritten_is_not_made)
{
    EXPECT_EQ(defaults("var t: (int, int); t = (1, 2); x = F(t);"), 0);
    EXPECT_EQ(defaults("var t: (int, int); if ($) t = (1, 2); else t = (2, 1); x = F(t);"), 0);
    EXPECT_EQ(defaults("var t: (int, int); send this, E; t = (1, 2); x = F(t);"), 0);
    EXPECT_EQ(defaults("var t: (int, int); x = 1;"), 0);
}

TEST(a_default_that_may_be_read_is_made)
{
    EXPECT_EQ(defaults("var t: (int, int); x = F(t);"), 1);
    EXPECT_EQ(defaults("var t: (int, int); t.0 = 1; x = F(t);"), 1);
    EXPECT_EQ(defaults("var t: (int, int); if ($) t = (1, 2); x = F(t);"), 1);
    EXPECT_EQ(defaults("var t: (int, int); while (x < 9) { x = x + F(t); t = (1, 2); }"), 1);
    EXPECT_EQ(defaults("var t: (int, int); send this, E; x = F(t);"), 1);
}
