// tests/unit/type_test.c: types exist once, and which accepts which.

#include "lang/type.h"

#include "test.h"

typedef struct World {
    Arena arena;
    Names names;
    Types types;
} World;

static void world_init(World *w)
{
    *w = (World){0};
    names_init(&w->names, &w->arena);
    types_init(&w->types, &w->arena);
}

static void world_drop(World *w)
{
    types_drop(&w->types);
    names_drop(&w->names);
    arena_drop(&w->arena);
}

static const Type *pair(World *w, const Type *a, const Type *b)
{
    return type_tuple(&w->types, (const Type *[]){a, b}, 2);
}

static const Type *named(World *w, const char *x, const Type *a, const char *y, const Type *b)
{
    const Name *names[] = {name_of(&w->names, x), name_of(&w->names, y)};
    return type_ntuple(&w->types, names, (const Type *[]){a, b}, 2);
}

TEST(equal_types_are_the_same_pointer)
{
    World w;
    world_init(&w);
    Types *t = &w.types;
    EXPECT_SAME(type_seq(t, t->integer), type_seq(t, t->integer));
    EXPECT_TRUE(type_seq(t, t->integer) != type_set(t, t->integer));
    EXPECT_TRUE(type_map(t, t->integer, t->boolean) != type_map(t, t->boolean, t->integer));
    EXPECT_SAME(pair(&w, t->integer, t->any), pair(&w, t->integer, t->any));
    EXPECT_SAME(named(&w, "x", t->integer, "y", t->any), named(&w, "x", t->integer, "y", t->any));
    EXPECT_TRUE(named(&w, "x", t->integer, "y", t->any) != pair(&w, t->integer, t->any));
    EXPECT_TRUE(named(&w, "x", t->any, "y", t->any) != named(&w, "y", t->any, "x", t->any));
    world_drop(&w);
}

TEST(types_stay_the_same_while_the_table_grows)
{
    World w;
    world_init(&w);
    const Type *first = type_seq(&w.types, w.types.integer);
    const Type *deep = first;
    for (int i = 0; i < 5000; i++)
        deep = type_seq(&w.types, deep);
    const Type *again = type_seq(&w.types, w.types.integer);
    EXPECT_SAME(again, first);
    for (int i = 0; i < 5000; i++)
        again = type_seq(&w.types, again);
    EXPECT_SAME(again, deep);
    world_drop(&w);
}

TEST(in_the_2015_dialect_the_order_of_fields_does_not_matter)
{
    World w;
    world_init(&w);
    w.types.fields_by_name = true;
    const Type *any = w.types.any, *integer = w.types.integer;
    EXPECT_SAME(named(&w, "x", any, "y", integer), named(&w, "y", integer, "x", any));
    EXPECT_TRUE(named(&w, "x", any, "y", integer) != named(&w, "y", any, "x", integer));
    world_drop(&w);
}

// Whether `rows[i] <- rows[j]`, for every pair.
TEST(which_basic_type_accepts_which)
{
    World w;
    world_init(&w);
    const Types *t = &w.types;
    const Type *all[] = {t->null,  t->boolean, t->integer, t->floating, t->string,
                         t->event, t->machine, t->any,     t->data};
    static const char *const accepts[] = {
        // n b i f s e m a d
        "1 0 0 0 0 0 0 0 0",  // null
        "0 1 0 0 0 0 0 0 0",  // bool
        "0 0 1 0 0 0 0 0 0",  // int
        "0 0 0 1 0 0 0 0 0",  // float
        "0 0 0 0 1 0 0 0 0",  // string
        "1 0 0 0 0 1 0 0 0",  // event
        "1 0 0 0 0 0 1 0 0",  // machine
        "1 1 1 1 1 1 1 1 1",  // any
        "1 1 1 1 1 1 0 0 1",  // data
    };
    for (int to = 0; to < 9; to++)
        for (int from = 0; from < 9; from++)
            EXPECT_EQ(type_accepts(all[to], all[from]), accepts[to][from * 2] == '1');
    world_drop(&w);
}

TEST(collections_and_tuples_accept_part_by_part)
{
    World w;
    world_init(&w);
    Types *t = &w.types;
    EXPECT_TRUE(type_accepts(type_seq(t, t->any), type_seq(t, t->integer)));
    EXPECT_FALSE(type_accepts(type_seq(t, t->integer), type_seq(t, t->any)));
    EXPECT_FALSE(type_accepts(type_seq(t, t->any), type_set(t, t->integer)));
    EXPECT_TRUE(type_accepts(type_map(t, t->any, t->machine), type_map(t, t->integer, t->null)));
    EXPECT_TRUE(type_accepts(pair(&w, t->any, t->any), pair(&w, t->integer, t->boolean)));
    EXPECT_FALSE(type_accepts(pair(&w, t->any, t->any),
                              type_tuple(t, (const Type *[]){t->integer}, 1)));
    EXPECT_TRUE(type_accepts(named(&w, "x", t->any, "y", t->any),
                             named(&w, "x", t->integer, "y", t->integer)));
    EXPECT_FALSE(type_accepts(named(&w, "x", t->any, "y", t->any),
                              named(&w, "y", t->integer, "x", t->integer)));
    EXPECT_FALSE(type_accepts(named(&w, "x", t->any, "y", t->any), pair(&w, t->any, t->any)));
    EXPECT_FALSE(type_accepts(t->data, type_seq(t, pair(&w, t->integer, t->machine))));
    EXPECT_TRUE(type_accepts(t->data, type_seq(t, pair(&w, t->integer, t->string))));
    world_drop(&w);
}

TEST(the_error_type_fits_everywhere)
{
    World w;
    world_init(&w);
    Types *t = &w.types;
    EXPECT_TRUE(type_accepts(t->integer, t->error));
    EXPECT_TRUE(type_accepts(t->error, t->integer));
    EXPECT_TRUE(type_accepts(type_seq(t, t->integer), type_seq(t, t->error)));
    EXPECT_TRUE(type_is_error(type_map(t, t->integer, pair(&w, t->any, t->error))));
    EXPECT_FALSE(type_is_error(type_map(t, t->integer, pair(&w, t->any, t->null))));
    world_drop(&w);
}

TEST(fields_are_found_by_name)
{
    World w;
    world_init(&w);
    const Type *t = named(&w, "x", w.types.any, "y", w.types.any);
    EXPECT_EQ(type_field(t, name_of(&w.names, "x")), 0);
    EXPECT_EQ(type_field(t, name_of(&w.names, "y")), 1);
    EXPECT_EQ(type_field(t, name_of(&w.names, "z")), -1);
    EXPECT_EQ(type_field(w.types.integer, name_of(&w.names, "x")), -1);
    world_drop(&w);
}

TEST(a_join_is_the_smallest_that_accepts_both)
{
    World w;
    world_init(&w);
    Types *t = &w.types;
    EXPECT_SAME(type_join(t, t->integer, t->integer), t->integer);
    EXPECT_SAME(type_join(t, t->integer, t->boolean), t->any);
    EXPECT_SAME(type_join(t, pair(&w, t->integer, t->string), pair(&w, t->integer, t->boolean)),
                pair(&w, t->integer, t->any));
    EXPECT_SAME(type_join(t, t->error, t->integer), t->integer);
    world_drop(&w);
}

static void expect_written(const Type *type, const char *wanted)
{
    Buf text = {0};
    type_write(&text, type);
    EXPECT_STR(buf_text(&text), wanted);
    buf_drop(&text);
}

TEST(types_are_written_as_p_writes_them)
{
    World w;
    world_init(&w);
    Types *t = &w.types;
    expect_written(t->integer, "int");
    expect_written(t->machine, "machine");
    expect_written(type_map(t, t->integer, type_seq(t, t->string)), "map[int, seq[string]]");
    expect_written(pair(&w, t->boolean, t->floating), "(bool, float)");
    expect_written(named(&w, "x", t->event, "y", t->data), "(x: event, y: data)");
    EXPECT_STR(type_show(&w.arena, type_set(t, t->any)), "`set[any]`");
    world_drop(&w);
}
