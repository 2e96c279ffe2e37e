// tests/unit/order_test.c: in which places the order of sets and maps counts.

#include "gen/order.h"

#include <string.h>

#include "base/buf.h"
#include "gen/gen.h"
#include "rt/program.h"
#include "test.h"

// Types are written as P does, but unordered ones begin with '~'.
static void print_type(const PProgram *p, uint32_t type, Buf *out)
{
    const PType *t = &p->types[type];
    if (t->count == 0) {
        buf_str(out, t->name);
        return;
    }
    buf_str(out, t->is_unordered || t->is_hashed ? "~" : "");
    buf_str(out, t->kind == P_TYPE_SET ? "set" : t->kind == P_TYPE_MAP ? "map" : "");
    buf_str(out, t->kind == P_TYPE_SEQ ? "seq[" : t->kind >= P_TYPE_TUPLE ? "(" : "[");
    for (uint32_t i = 0; i < t->count; i++) {
        buf_str(out, i ? ", " : "");
        print_type(p, t->parts[i], out);
    }
    buf_str(out, t->kind >= P_TYPE_TUPLE ? ")" : "]");
}

static void print_fields(const PProgram *p, const char *machine, Buf *out)
{
    for (uint32_t i = 0; i < p->machine_count; i++) {
        const PMachineInfo *m = &p->machines[i];
        for (uint32_t k = 0; k < m->var_count && strcmp(m->name, machine) == 0; k++) {
            buf_print(out, "%s%s: ", k ? "; " : "", m->var_names[k]);
            print_type(p, m->var_types[k], out);
        }
    }
}

// The types of Main's fields. Each analysed Program must still be a valid one.
static const char *fields_for(OrderUse use, const char *text)
{
    static char found[1000];
    Lang lang;
    Arena arena = {0};
    PProgram program;
    Err err = {0};
    Buf out = {0};
    lang_init(&lang);
    EXPECT_TRUE(lang_add_text(&lang, "test.p", text, strlen(text), &err));
    if (!lang_check(&lang))
        EXPECT_STR(lang.diags.all.items[0]->text, "");
    EXPECT_TRUE(gen_program(&arena, &lang, TARGET_CHECK, &program, &err));
    gen_hide_order(&arena, &program, use);
    EXPECT_TRUE(program_verify(&program, &err));
    for (uint32_t i = 0; i < program.type_count; i++)
        for (uint32_t k = 0; k < program.types[i].count; k++)
            EXPECT_TRUE(program.types[i].parts[k] < i);
    print_fields(&program, "Main", &out);
    snprintf(found, sizeof found, "%s", buf_text(&out));
    buf_drop(&out);
    arena_drop(&arena);
    lang_drop(&lang);
    return found;
}

static const char *fields(const char *text)
{
    return fields_for(ORDER_IN_STATES, text);
}

// A machine with these fields, whose start entry has this code.
static const char *with_for(OrderUse use, const char *vars, const char *code)
{
    Buf text = {0};
    static char found[1000];
    buf_print(&text,
              "event eSet: set[int]; event eOther: set[int]; event eText: string;"
              "fun Same(x: set[int]): set[int] { return x; }"
              "fun First(x: set[int]): int { return x[0]; }"
              "fun Foreign(x: set[int]);"
              "machine Other { start state S { entry (x: set[int]) { assert x[0] == 1; } } }"
              "machine Main { %s start state S { entry { var x: int; var l: seq[int]; var e: event;"
              " %s } on eSet do (y: set[int]) { assert y[0] == 1; } on eOther do { }"
              " ignore eText; }"
              " state Seen { entry (y: set[int]) { assert y[0] == 1; } }"
              " state Unseen { entry (y: set[int]) { assert 1 in y; } } }"
              "test t [main=Main]: { Main, Other };",
              vars, code);
    snprintf(found, sizeof found, "%s", fields_for(use, buf_text(&text)));
    buf_drop(&text);
    return found;
}

static const char *with(const char *vars, const char *code)
{
    return with_for(ORDER_IN_STATES, vars, code);
}

#define SET_SEEN "s: set[int]"
#define SET_HIDDEN "s: ~set[int]"
#define MAP_SEEN "m: map[int, int]"
#define MAP_HIDDEN "m: ~map[int, int]"

static void expect_set(const char *code, const char *wanted)
{
    EXPECT_STR(with("var s: set[int];", code), wanted);
}

static void expect_map(const char *code, const char *wanted)
{
    EXPECT_STR(with("var m: map[int, int];", code), wanted);
}

TEST(order_of_a_set_that_is_asked_what_is_in_it_does_not_count)
{
    expect_set("s += (1); s += (2); s -= (1);", SET_HIDDEN);
    expect_set("s += (1); assert 1 in s; x = sizeof(s);", SET_HIDDEN);
    expect_set("s += (1); assert s == default(set[int]);", SET_HIDDEN);
}

TEST(order_is_seen_by_a_loop_an_index_and_a_choice)
{
    expect_set("foreach (x in s) { assert x > 0; }", SET_SEEN);
    expect_set("x = s[0];", SET_SEEN);
    expect_set("x = choose(s);", SET_SEEN);
    expect_map("x = choose(m);", MAP_SEEN);
}

TEST(order_of_a_map_is_seen_through_its_keys_and_values)
{
    expect_map("m[1] = 2; assert 1 in m; x = m[1]; m -= (1);", MAP_HIDDEN);
    expect_map("foreach (x in keys(m)) { assert x > 0; }", MAP_SEEN);
    expect_map("foreach (x in values(m)) { assert x > 0; }", MAP_SEEN);
    expect_map("l = keys(m); x = l[0];", MAP_SEEN);
    expect_map("assert keys(m) == l;", MAP_SEEN);
    expect_map("l = values(m); l += (0, 1);", MAP_SEEN);
}

TEST(order_of_keys_is_not_seen_by_a_question_what_is_among_them)
{
    expect_map("assert 1 in keys(m); assert 2 in values(m);", MAP_HIDDEN);
    expect_map("x = sizeof(keys(m)); l = keys(m); assert 1 in l;", MAP_HIDDEN);
}

// Values in memory must also be shown in order.
TEST(order_in_memory_is_seen_by_people)
{
    static const char *const codes[][2] = {
        {"s += (1); assert 1 in s; x = sizeof(s);", SET_HIDDEN},
        {"print format(\"{0}\", s);", SET_SEEN},
        {"assert 1 in s, format(\"{0}\", s);", SET_SEEN},
        {"print format(\"{0}\", sizeof(s));", SET_HIDDEN},
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        EXPECT_STR(with_for(ORDER_IN_MEMORY, "var s: set[int];", codes[i][0]), codes[i][1]);
}

TEST(order_is_seen_in_a_text_unless_it_is_only_shown_to_people)
{
    expect_set("print format(\"{0}\", s); assert 1 in s, format(\"{0}\", s);", SET_HIDDEN);
    expect_set("assert format(\"{0}\", s) == \"\";", SET_SEEN);
    expect_set("send this, eText, format(\"{0}\", s);", SET_SEEN);
    EXPECT_STR(with("var s: set[int]; var a: string;", "a = format(\"{0}\", s);"),
               "s: set[int]; a: string");
    expect_set("print \"\" + format(\"{0}\", s) + \"\";", SET_HIDDEN);
    expect_set("assert \"\" + format(\"{0}\", s) == \"\";", SET_SEEN);
}

TEST(order_is_seen_by_foreign_functions_and_counts_in_any)
{
    expect_set("Foreign(s);", SET_SEEN);
    EXPECT_STR(with("var s: set[int]; var a: any;", "a = s;"), "s: set[int]; a: any");
    EXPECT_STR(with("var s: set[int]; var a: any;", "s = a as set[int];"), "s: set[int]; a: any");
}

TEST(order_counts_in_all_places_that_a_value_moves_between)
{
    EXPECT_STR(with("var s: set[int]; var t: set[int];", "t = s; x = t[0];"),
               "s: set[int]; t: set[int]");
    EXPECT_STR(with("var s: set[int]; var t: set[int];", "t = Same(s); x = s[0];"),
               "s: set[int]; t: set[int]");
    EXPECT_STR(with("var s: set[int]; var t: set[int];", "t = Same(s);"),
               "s: ~set[int]; t: ~set[int]");
    expect_set("x = First(s);", SET_SEEN);
}

TEST(order_counts_in_each_part_on_its_own)
{
    EXPECT_STR(with("var t: (set[int], set[int]);", "x = t.0[0];"), "t: (set[int], ~set[int])");
    EXPECT_STR(with("var t: (a: set[int], b: set[int]);", "t.a += (1); x = t.b[0];"),
               "t: (~set[int], set[int])");
    EXPECT_STR(with("var m: map[int, set[int]];", "x = m[1][0];"), "m: ~map[int, set[int]]");
    EXPECT_STR(with("var m: map[int, set[int]]; var s: set[int];",
                    "foreach (x in keys(m)) { m[x] = s; }"),
               "m: map[int, ~set[int]]; s: ~set[int]");
    EXPECT_STR(with("var q: seq[set[int]]; var s: set[int];", "q += (0, s); x = q[0][0];"),
               "q: seq[set[int]]; s: set[int]");
    EXPECT_STR(with("var o: set[set[int]]; var s: set[int];", "o += (s); s = o[0];"),
               "o: set[~set[int]]; s: ~set[int]");
    EXPECT_STR(with("var t: (set[int], int); var s: set[int];", "t = (s, 1); x = t.0[0];"),
               "t: (set[int], int); s: set[int]");
}

TEST(order_counts_if_a_handler_sees_it_in_a_payload)
{
    expect_set("send this, eSet, s;", SET_SEEN);
    expect_set("send this, eOther, s;", SET_HIDDEN);
    expect_set("raise eSet, s;", SET_SEEN);
    expect_set("raise eOther, s;", SET_HIDDEN);
    expect_set("announce eOther, s;", SET_HIDDEN);
    expect_set("goto Seen, s;", SET_SEEN);
    expect_set("goto Unseen, s;", SET_HIDDEN);
    expect_set("new Other(s);", SET_SEEN);
    expect_set("receive { case eOther: (y: set[int]) { s = y; } }", SET_HIDDEN);
    expect_set("receive { case eOther: (y: set[int]) { s = y; x = y[0]; } }", SET_SEEN);
}

TEST(order_counts_if_the_event_is_not_known)
{
    EXPECT_STR(with("var s: set[int]; var f: event;", "f = eOther; send this, f, s;"),
               "s: set[int]; f: event");
    expect_set("e = eOther; send this, e, s;", SET_HIDDEN);
    expect_set("e = eOther; if (x == 1) { e = eSet; } send this, e, s;", SET_SEEN);
}

TEST(order_of_one_variable_does_not_depend_on_others_in_the_same_temporaries)
{
    EXPECT_STR(with("var s: set[int]; var t: set[int]; var u: set[int];",
                    "foreach (x in t) { s += (x); } assert 1 in s; foreach (x in u) { s += (x); }"),
               "s: ~set[int]; t: set[int]; u: set[int]");
}

TEST(order_counts_where_two_paths_meet)
{
    EXPECT_STR(with("var s: set[int]; var t: set[int];",
                    "var v: set[int]; if (x == 1) { v = s; } else { v = t; } x = v[0];"),
               "s: set[int]; t: set[int]");
}

TEST(order_counts_in_types_with_very_many_parts)
{
    Buf text = {0};
    buf_str(&text, "type t0 = (set[int], set[int]);");
    for (int i = 1; i < 12; i++)
        buf_print(&text, "type t%d = (t%d, t%d);", i, i - 1, i - 1);
    buf_str(&text, "machine Main { var s: set[int]; var t: t11; start state S { entry {"
                   " t.0.0.0.0.0.0.0.0.0.0.0.0 = s; } } } test t [main=Main]: { Main };");
    EXPECT_TRUE(strncmp(fields(buf_text(&text)), "s: set[int]; t: ((((", 20) == 0);
    buf_drop(&text);
}
