// tests/unit/diag_test.c: collecting, sorting and showing what is wrong.

#include "lang/diag.h"

#include <stdlib.h>

#include "lang/diag_json.h"
#include "test.h"

typedef struct World {
    Arena arena;
    Sources sources;
    Diags diags;
} World;

static void world_init(World *w, const char *text)
{
    Err err = {0};
    *w = (World){0};
    w->sources.arena = &w->arena;
    w->diags.arena = &w->arena;
    source_add(&w->sources, "t.p", text, strlen(text), &err);
}

static void expect_shown(World *w, const char *wanted)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    diags_print(&w->diags, &w->sources, out, false);
    fclose(out);
    EXPECT_STR(text, wanted);
    free(text);
}

static Span at(uint32_t start, uint32_t end)
{
    return (Span){.start = start, .end = end};
}

TEST(a_diagnostic_shows_line_mark_note_and_help)
{
    World w;
    world_init(&w, "event eGo;\nevent eGo;\n");
    Diag *d = diag_add(&w.diags, E0201, at(17, 20), "`%s` is declared twice", "eGo");
    diag_note(d, at(6, 9), "first here");
    diag_help(d, "call it `%s`", "eGo2");
    expect_shown(&w, "t.p:2:7: error[E0201]: `eGo` is declared twice\n"
                     "     2 | event eGo;\n"
                     "       |       ^^^\n"
                     "t.p:1:7: note: first here\n"
                     "     1 | event eGo;\n"
                     "       |       ^^^\n"
                     "help: call it `eGo2`\n");
    arena_drop(&w.arena);
}

TEST(the_mark_stays_under_tabs_and_wide_characters)
{
    World w;
    world_init(&w, "\tx \"\xc3\xbc\xc3\xbc\" y");
    diag_add(&w.diags, E0101, at(10, 11), "y");
    expect_shown(&w, "t.p:1:9: error[E0101]: y\n"
                     "     1 | \tx \"\xc3\xbc\xc3\xbc\" y\n"
                     "       | \t       ^\n");
    arena_drop(&w.arena);
}

TEST(a_span_over_several_lines_is_marked_on_its_first)
{
    World w;
    world_init(&w, "one two\nthree");
    diag_add(&w.diags, E0101, at(4, 13), "x");
    expect_shown(&w, "t.p:1:5: error[E0101]: x\n"
                     "     1 | one two\n"
                     "       |     ^^^\n");
    arena_drop(&w.arena);
}

TEST(the_end_of_a_file_can_be_marked)
{
    World w;
    world_init(&w, "one\n");
    diag_add(&w.diags, E0101, at(4, 4), "x");
    expect_shown(&w, "t.p:2:1: error[E0101]: x\n"
                     "     2 | \n"
                     "       | ^\n");
    arena_drop(&w.arena);
}

TEST(control_characters_do_not_reach_the_terminal)
{
    World w;
    world_init(&w, "a\033[31m\001b");
    diag_add(&w.diags, E0101, at(0, 1), "x");
    expect_shown(&w, "t.p:1:1: error[E0101]: x\n"
                     "     1 | a [31m b\n"
                     "       | ^\n");
    arena_drop(&w.arena);
}

TEST(sorted_by_place_and_each_once)
{
    World w;
    world_init(&w, "abcdef");
    diag_add(&w.diags, E0202, at(4, 5), "late");
    diag_add(&w.diags, E0401, at(1, 2), "type");
    diag_add(&w.diags, E0201, at(1, 2), "name");
    diag_add(&w.diags, E0401, at(1, 2), "type");
    diag_add(&w.diags, W0904, at(0, 1), "first");
    EXPECT_EQ(w.diags.error_count, 4);
    diags_sort(&w.diags);
    EXPECT_EQ(w.diags.all.count, 4);
    EXPECT_EQ(w.diags.error_count, 3);
    EXPECT_STR(w.diags.all.items[0]->text, "first");
    EXPECT_STR(w.diags.all.items[1]->text, "name");
    EXPECT_STR(w.diags.all.items[2]->text, "type");
    EXPECT_STR(w.diags.all.items[3]->text, "late");
    arena_drop(&w.arena);
}

TEST(a_silenced_warning_is_not_collected)
{
    World w;
    world_init(&w, "abc");
    w.diags.silenced[W0904] = true;
    diag_note(diag_add(&w.diags, W0904, at(0, 1), "silent"), at(1, 2), "a note");
    diag_add(&w.diags, W0901, at(0, 1), "loud");
    EXPECT_EQ(w.diags.all.count, 1);
    EXPECT_EQ(w.diags.error_count, 0);
    arena_drop(&w.arena);
}

TEST(codes_are_known_by_name)
{
    for (int code = 0; code < DIAG_CODE_COUNT; code++) {
        const char *name = diag_code_name((DiagCode)code);
        EXPECT_EQ(diag_code_find(name), code);
        EXPECT_EQ(diag_code_severity((DiagCode)code) == SEVERITY_ERROR, name[0] == 'E');
        EXPECT_EQ(strlen(name), 5);
        EXPECT_TRUE(strlen(diag_code_title((DiagCode)code)) > 0);
    }
    EXPECT_EQ(diag_code_find("E9999"), DIAG_CODE_COUNT);
}

TEST(json_has_the_same_content)
{
    World w;
    world_init(&w, "event eGo;\nevent eGo;\n");
    Diag *d = diag_add(&w.diags, E0201, at(17, 20), "twice \xff");
    diag_note(d, at(6, 9), "first here");

    json_t *list = diags_json(&w.diags, &w.sources);
    json_t *one = json_array_get(list, 0);
    EXPECT_EQ(json_array_size(list), 1);
    EXPECT_STR(json_string_value(json_object_get(one, "code")), "E0201");
    EXPECT_STR(json_string_value(json_object_get(one, "severity")), "error");
    EXPECT_STR(json_string_value(json_object_get(one, "message")), "twice \xef\xbf\xbd");
    EXPECT_STR(json_string_value(json_object_get(one, "file")), "t.p");
    EXPECT_EQ(json_integer_value(json_object_get(one, "line")), 2);
    EXPECT_EQ(json_integer_value(json_object_get(one, "column")), 7);
    EXPECT_EQ(json_integer_value(json_object_get(one, "end_line")), 2);
    EXPECT_EQ(json_integer_value(json_object_get(one, "end_column")), 10);
    EXPECT_TRUE(json_is_null(json_object_get(one, "help")));
    json_t *note = json_array_get(json_object_get(one, "notes"), 0);
    EXPECT_STR(json_string_value(json_object_get(note, "message")), "first here");
    EXPECT_EQ(json_integer_value(json_object_get(note, "line")), 1);
    json_decref(list);
    arena_drop(&w.arena);
}
