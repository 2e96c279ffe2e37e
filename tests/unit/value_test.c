// tests/unit/value_test.c: what values are, print as, and are equal to.

#include "value_kit.h"

// ------------------------------------------------------------------------------ numbers

TEST(ints_wrap_where_they_overflow)
{
    PRequest ask;
    PWord out;
    EXPECT_TRUE(p_div(INT64_MIN, -1, &out, &ask));
    EXPECT_EQ((int64_t)out, INT64_MIN);
    EXPECT_TRUE(p_mod(INT64_MIN, -1, &out, &ask));
    EXPECT_EQ(out, 0);
    EXPECT_TRUE(p_div(-7, 2, &out, &ask));
    EXPECT_EQ((int64_t)out, -3);
    EXPECT_TRUE(p_mod(-7, 2, &out, &ask));
    EXPECT_EQ((int64_t)out, -1);
    EXPECT_TRUE(p_div(INT64_MAX, -1, &out, &ask));
    EXPECT_EQ((int64_t)out, -INT64_MAX);
}

TEST(division_by_zero_fails)
{
    PRequest ask = {0};
    PWord out;
    EXPECT_FALSE(p_div(5, 0, &out, &ask));
    EXPECT_EQ(ask.error, P_ERROR_DIVIDE_BY_ZERO);
    EXPECT_STR(ask.text, "5 is divided by zero");
    EXPECT_FALSE(p_mod(-5, 0, &out, &ask));
    EXPECT_EQ(ask.error, P_ERROR_DIVIDE_BY_ZERO);
    EXPECT_STR(ask.text, "the remainder of -5 by zero");
}

TEST(floats_become_the_nearest_int_toward_zero)
{
    EXPECT_EQ(p_float_to_int(2.9), 2);
    EXPECT_EQ(p_float_to_int(-2.9), -2);
    EXPECT_EQ(p_float_to_int(1e30), INT64_MAX);
    EXPECT_EQ(p_float_to_int(-1e30), INT64_MIN);
    EXPECT_EQ(p_float_to_int(-9223372036854775808.0), INT64_MIN);
    EXPECT_EQ(p_float_to_int(9223372036854775808.0), INT64_MAX);
    EXPECT_EQ(p_float_to_int(9223372036854774784.0), 9223372036854774784);
    EXPECT_EQ(p_float_to_int(p_float(0x7ff8000000000000u)), 0);
}

// ----------------------------------------------------------------------------- defaults

TEST(defaults)
{
    int64_t before = node_live_count();
    EXPECT_EQ(p_default(&kit, T_INT), 0);
    EXPECT_EQ(p_default(&kit, T_STRING), 0);
    EXPECT_EQ(p_default(&kit, T_ANYMAP), 0);
    EXPECT_EQ(p_default(&kit, T_COLOR), 3);
    EXPECT_EQ(p_default(&kit, T_SHAPE), 0);
    PWord point = p_default(&kit, T_POINT);
    EXPECT_STR(show(T_POINT, point), "<x:0, y:(), >");
    drop(T_POINT, point);
    EXPECT_NOTHING_LEFT(before);
}

// ----------------------------------------------------------------------------- printing

static void prints(uint32_t type, PWord value, const char *wanted)
{
    EXPECT_STR(show(type, value), wanted);
    drop(type, value);
}

TEST(scalars_print_as_p_has_them)
{
    prints(T_NULL, 0, "null");
    prints(T_BOOL, 1, "true");
    prints(T_BOOL, 0, "false");
    prints(T_INT, (PWord)INT64_MIN, "-9223372036854775808");
    prints(T_EVENT, 0, "null");
    prints(T_EVENT, EV_PING, "ePing");
    prints(T_MACHINE, 0, "null");
    prints(T_PORT, (PWord)2 << 32 | 7, "Machine(7)");
    prints(T_COLOR, 3, "GREEN");
    prints(T_COLOR, 4, "4");
    prints(T_STRING, 0, "");
    prints(T_STRING, word("say \"hi\"\n"), "say \"hi\"\n");
    prints(T_BLOB, p_foreign(&blob_type, blob_new(3)), "blob 3");
    prints(T_BLOB, 0, "null");
    prints(T_ANY, 0, "null");
    prints(T_ANY, box(T_STRING, word("x")), "x");
}

TEST(floats_print_short_and_exact)
{
    static const struct {
        double number;
        const char *text;
    } cases[] = {
        {0, "0"}, {-0.0, "-0"}, {2, "2"}, {1.5, "1.5"}, {-2.25, "-2.25"}, {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"}, {100, "100"}, {1234.5, "1234.5"},
        {123456789012345, "123456789012345"}, {1e15, "1E+15"},
        {1234567890123456, "1.234567890123456E+15"}, {1e100, "1E+100"}, {0.0001, "0.0001"},
        {0.00001, "1E-05"}, {1.5e-7, "1.5E-07"}, {5e-324, "5E-324"},
        {1.7976931348623157e308, "1.7976931348623157E+308"}, {1.0 / 3, "0.3333333333333333"},
        {-1e-300, "-1E-300"}, {0.012, "0.012"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        prints(T_FLOAT, p_from_float(cases[i].number), cases[i].text);
    prints(T_FLOAT, 0x7ff0000000000000u, "Infinity");
    prints(T_FLOAT, 0xfff0000000000000u, "-Infinity");
    prints(T_FLOAT, 0xfff8000000000000u, "NaN");
}

TEST(printed_floats_read_the_same)
{
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = (uint64_t)below(UINT32_MAX) << 32 | below(UINT32_MAX);
        if ((bits >> 52 & 0x7ff) == 0x7ff)
            continue;
        EXPECT_TRUE(p_from_float(strtod(show(T_FLOAT, bits), NULL)) == bits);
    }
}

static PWord ints(uint32_t type, uint32_t count, const int *numbers)
{
    PWord list = 0;
    PRequest ask;
    for (uint32_t i = 0; i < count; i++)
        if (kit_types[type].kind == P_TYPE_SET)
            p_set_add(&kit, type, &list, (PWord)(int64_t)numbers[i]);
        else
            p_seq_insert(&kit, type, &list, i, (PWord)(int64_t)numbers[i], &ask);
    return list;
}

#define INTS(type, ...) \
    ints(type, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__})

TEST(collections_and_tuples_print_as_p_has_them)
{
    int64_t before = node_live_count();
    prints(T_INTS, 0, "()");
    prints(T_INTS, INTS(T_INTS, 1, 2), "(1, 2)");
    prints(T_INTSET, 0, "()");
    prints(T_INTSET, INTS(T_INTSET, 3, 1, 3), "(<3>, <1>)");
    prints(T_INTMAP, 0, "()");
    PWord map = 0;
    p_map_set(&kit, T_INTMAP, &map, 2, word("b\t\x01\xff\\"));
    p_map_set(&kit, T_INTMAP, &map, 1, 0);
    prints(T_INTMAP, map, "(<2->\"b\\t\\x01\\xff\\\\\">, <1->\"\">)");
    prints(T_PAIR, p_tuple((PWord[]){1, word("\xc3\xa9")}, 2), "<1,\"\xc3\xa9\",>");
    prints(T_ONE, p_tuple((PWord[]){box(T_INTS, INTS(T_INTS, 4))}, 1), "<(4),>");
    prints(T_POINT, p_tuple((PWord[]){1, 0}, 2), "<x:1, y:(), >");
    PWord row = 0;
    PRequest ask;
    p_seq_insert(&kit, T_INTROWS, &row, 0, 0, &ask);
    p_seq_insert(&kit, T_INTROWS, &row, 0, INTS(T_INTS, 7), &ask);
    prints(T_INTROWS, row, "((7), ())");
    EXPECT_NOTHING_LEFT(before);
}

static const char *machine_name(void *to UNUSED, uint32_t machine)
{
    return machine == 3 ? "Server(1)" : NULL;
}

TEST(machines_print_with_the_names_they_are_given)
{
    Shown shown = {0};
    PPrinter printer = {.write = shown_write, .to = &shown, .name = machine_name, .quotes = true};
    p_print(&kit, T_MACHINE, 3, &printer);
    p_print(&kit, T_MACHINE, 4, &printer);
    EXPECT_STR(shown.text, "Server(1)Machine(4)");
}

TEST(format_fills_in_arguments)
{
    int64_t before = node_live_count();
    PWord args[] = {7, word("seven"), INTS(T_INTS, 1, 2)};
    uint32_t types[] = {T_INT, T_STRING, T_INTS};
    PWord text = p_format(&kit, "{1} is {0}, {{{2}}} {0}", args, types, 3);
    EXPECT_STR(p_string_text(text, NULL), "seven is 7, {(1, 2)} 7");
    drop(T_STRING, text);
    EXPECT_EQ(p_format(&kit, "", args, types, 3), 0);
    text = p_format(&kit, "no {{0}} here }}{{", NULL, NULL, 0);
    EXPECT_STR(p_string_text(text, NULL), "no {0} here }{");
    drop(T_STRING, text);
    drop(T_STRING, args[1]);
    drop(T_INTS, args[2]);
    EXPECT_NOTHING_LEFT(before);
}

// ------------------------------------------------------------------------------ strings

TEST(strings)
{
    int64_t before = node_live_count();
    PWord a = p_string("a\0b", 3), b = word("xyz");
    PWord both = p_concat(a, b);
    size_t size;
    EXPECT_EQ(memcmp(p_string_text(both, &size), "a\0bxyz", 7), 0);
    EXPECT_EQ(size, 6);
    EXPECT_EQ(p_concat(0, a), a);
    EXPECT_EQ(p_concat(a, 0), a);
    EXPECT_EQ(p_concat(0, 0), 0);
    drop(T_STRING, a);
    drop(T_STRING, a);
    EXPECT_EQ(p_string_compare(a, both), -1);
    EXPECT_EQ(p_string_compare(both, a), 1);
    EXPECT_EQ(p_string_compare(b, a), 1);
    EXPECT_EQ(p_string_compare(0, a), -1);
    EXPECT_EQ(p_string_compare(0, 0), 0);
    drop(T_STRING, a);
    drop(T_STRING, b);
    drop(T_STRING, both);
    EXPECT_NOTHING_LEFT(before);
}

// --------------------------------------------------------------------------- comparison

TEST(equality_is_by_content_and_kind)
{
    PWord one_any = box(T_INT, 1), no_event = box(T_EVENT, EV_NULL), color = box(T_COLOR, 3);
    EXPECT_TRUE(equal(T_INT, 1, T_ANY, one_any));
    EXPECT_FALSE(equal(T_FLOAT, p_from_float(1), T_ANY, one_any));
    EXPECT_FALSE(equal(T_BOOL, 1, T_ANY, one_any));
    EXPECT_TRUE(equal(T_NULL, 0, T_ANY, no_event));
    EXPECT_TRUE(equal(T_MACHINE, 0, T_EVENT, EV_NULL));
    EXPECT_TRUE(equal(T_COLOR, 3, T_ANY, color));
    EXPECT_TRUE(equal(T_SHAPE, 3, T_ANY, color));
    EXPECT_TRUE(equal(T_INT, 3, T_ANY, color));
    EXPECT_FALSE(equal(T_INT, 4, T_ANY, color));
    EXPECT_FALSE(equal(T_FLOAT, p_from_float(3), T_ANY, color));
    EXPECT_EQ(p_hash(&kit, T_INT, 3), p_hash(&kit, T_ANY, color));
    EXPECT_EQ(p_hash(&kit, T_INT, 0), p_hash(&kit, T_SHAPE, 0));
    EXPECT_TRUE(equal(T_MACHINE, 5, T_PORT, (PWord)2 << 32 | 5));
    EXPECT_FALSE(equal(T_INTS, 0, T_INTSET, 0));
    EXPECT_TRUE(equal(T_INTS, 0, T_ANYS, 0));
    EXPECT_TRUE(equal(T_FLOAT, p_from_float(0.0), T_FLOAT, p_from_float(-0.0)));
    EXPECT_TRUE(equal(T_FLOAT, 0x7ff8000000000000u, T_FLOAT, 0xfff8000000000001u));
    EXPECT_EQ(p_compare(&kit, T_FLOAT, 0x7ff8000000000000u, p_from_float(-1e9)), -1);
    EXPECT_EQ(p_compare(&kit, T_INT, (PWord)-1, 1), -1);
    EXPECT_EQ(p_compare(&kit, T_BLOB, 0, 0), 0);
    drop(T_ANY, one_any);
    drop(T_ANY, color);
}

TEST(sets_and_maps_are_equal_whatever_their_order)
{
    int64_t before = node_live_count();
    PWord a = 0, b = 0, x = 0, y = 0;
    for (int i = 0; i < 100; i++) {
        p_set_add(&kit, T_INTSET, &a, (PWord)i);
        p_set_add(&kit, T_INTSET, &b, (PWord)(99 - i));
        p_map_set(&kit, T_INTMAP, &y, (PWord)(i * 37 % 100), word("v"));
        EXPECT_TRUE(equal(T_INTSET, a, T_INTSET, b) == (i == 99));
    }
    for (int i = 0; i < 100; i++)
        p_map_set(&kit, T_INTMAP, &x, (PWord)i, word("v"));
    EXPECT_TRUE(equal(T_INTMAP, x, T_INTMAP, y));
    EXPECT_EQ(p_compare(&kit, T_INTMAP, x, y), 0);
    EXPECT_TRUE(p_hash(&kit, T_INTMAP, x) == p_hash(&kit, T_INTMAP, y));
    p_map_set(&kit, T_INTMAP, &x, 50, word("w"));
    EXPECT_FALSE(equal(T_INTMAP, x, T_INTMAP, y));
    EXPECT_TRUE(p_hash(&kit, T_INTMAP, x) != p_hash(&kit, T_INTMAP, y));
    drop(T_INTSET, a);
    drop(T_INTSET, b);
    drop(T_INTMAP, x);
    drop(T_INTMAP, y);
    EXPECT_NOTHING_LEFT(before);
}

// Sets whose hashes collide are told apart and ordered by their elements.
TEST(colliding_sets_are_ordered)
{
    int64_t before = node_live_count();
    PWord sets[3] = {0};
    static const int numbers[3][2] = {{1, 2}, {3, 4}, {1, 4}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            p_set_add(&kit, T_BLOBSET, &sets[i], p_foreign(&blob_type, blob_new(numbers[i][k])));
    EXPECT_TRUE(p_hash(&kit, T_BLOBSET, sets[0]) == p_hash(&kit, T_BLOBSET, sets[1]));
    EXPECT_FALSE(equal(T_BLOBSET, sets[0], T_BLOBSET, sets[1]));
    EXPECT_EQ(p_compare(&kit, T_BLOBSET, sets[0], sets[1]), -1);
    EXPECT_EQ(p_compare(&kit, T_BLOBSET, sets[1], sets[0]), 1);
    EXPECT_EQ(p_compare(&kit, T_BLOBSET, sets[0], sets[2]), -1);
    EXPECT_EQ(p_compare(&kit, T_BLOBSET, sets[2], sets[1]), -1);
    for (int i = 0; i < 3; i++)
        drop(T_BLOBSET, sets[i]);
    EXPECT_NOTHING_LEFT(before);
}

// The same a level deeper: (1,), (3,) and (5,) have one hash.
TEST(elements_whose_hashes_collide_are_found)
{
    int64_t before = node_live_count();
    static const int numbers[3][2] = {{1, 3}, {3, 1}, {1, 5}};
    PWord sets[3] = {0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            PWord blob = box(T_BLOB, p_foreign(&blob_type, blob_new(numbers[i][k])));
            p_set_add(&kit, T_ANYSET, &sets[i], box(T_ONE, p_tuple(&blob, 1)));
        }
    EXPECT_EQ(p_size(sets[0]), 2);
    EXPECT_TRUE(equal(T_ANYSET, sets[0], T_ANYSET, sets[1]));
    EXPECT_FALSE(equal(T_ANYSET, sets[0], T_ANYSET, sets[2]));
    EXPECT_FALSE(equal(T_ANYSET, sets[2], T_ANYSET, sets[1]));
    EXPECT_EQ(p_compare(&kit, T_ANYSET, sets[0], sets[1]), 0);
    EXPECT_EQ(p_compare(&kit, T_ANYSET, sets[1], sets[2]), -1);
    for (int i = 0; i < 3; i++)
        drop(T_ANYSET, sets[i]);
    EXPECT_NOTHING_LEFT(before);
}

enum { CROWD = 60, ROUNDS = 150 };

static void check_pair(uint32_t type, PWord a, PWord b)
{
    bool same = equal(type, a, type, b);
    int order = p_compare(&kit, type, a, b);
    EXPECT_TRUE(same == equal(type, b, type, a));
    EXPECT_TRUE(same == (order == 0));
    EXPECT_EQ(p_compare(&kit, type, b, a), -order);
    if (same)
        EXPECT_TRUE(p_hash(&kit, type, a) == p_hash(&kit, type, b));
}

// Equality, order and hash agree, for all pairs of a random crowd; the order has
// no circles.
static void check_crowd(uint32_t type)
{
    PWord crowd[CROWD];
    for (int i = 0; i < CROWD; i++)
        crowd[i] = random_value(type, below(4));
    for (int i = 0; i < CROWD; i++)
        for (int k = 0; k < CROWD; k++)
            check_pair(type, crowd[i], crowd[k]);
    for (int i = 0; i < 4000; i++) {
        PWord a = crowd[below(CROWD)], b = crowd[below(CROWD)], c = crowd[below(CROWD)];
        if (p_compare(&kit, type, a, b) <= 0 && p_compare(&kit, type, b, c) <= 0)
            EXPECT_TRUE(p_compare(&kit, type, a, c) <= 0);
    }
    for (int i = 0; i < CROWD; i++)
        drop(type, crowd[i]);
}

TEST(equality_order_and_hash_agree)
{
    int64_t before = node_live_count();
    for (uint32_t type = 0; type < T_COUNT; type++)
        check_crowd(type);
    for (int i = 0; i < 5; i++)
        check_crowd(T_ANY);
    EXPECT_NOTHING_LEFT(before);
}

// Flat tuples are hashed and freed in another way than others.
TEST(flat_tuples_have_the_hashes_of_others)
{
    int64_t before = node_live_count();
    for (PWord i = 0; i < 81; i++) {
        PRequest ask = {0};
        PWord machine = (i % 3) | (i % 2) << 32, event = i / 3 % 3, number = i / 9 % 3 - 1;
        PWord flat = p_tuple4(machine, event, number, i / 27 % 3), other;
        EXPECT_EQ(p_tuple_part(flat, 2), number);
        EXPECT_TRUE(p_cast(&kit, T_FLAT, flat, T_ANYFLAT, &other, &ask));
        EXPECT_TRUE(p_hash(&kit, T_FLAT, flat) == p_hash(&kit, T_ANYFLAT, other));
        drop(T_FLAT, flat);
        drop(T_ANYFLAT, other);
    }
    EXPECT_NOTHING_LEFT(before);
}

// A hash that throws information away would still pass the tests above.
TEST(different_values_have_different_hashes)
{
    int64_t before = node_live_count();
    PWord seen = 0;
    uint32_t different = 0;
    PWord hashes = 0;
    for (int i = 0; i < 3000; i++) {
        PWord value = random_value(T_ANYS, 3);
        p_set_add(&kit, T_INTSET, &hashes, p_hash(&kit, T_ANYS, value));
        p_set_add(&kit, T_ANYSET, &seen, box(T_ANYS, value));
        different = p_size(seen);
    }
    // Blobs collide on purpose, so a few may.
    EXPECT_TRUE(different > 1000);
    EXPECT_TRUE(p_size(hashes) > different - different / 20);
    drop(T_INTSET, hashes);
    drop(T_ANYSET, seen);
    EXPECT_NOTHING_LEFT(before);
}

// -------------------------------------------------------------------------------- casts

static void casts(uint32_t from, PWord value, uint32_t to)
{
    PRequest ask = {0};
    PWord there, back;
    EXPECT_TRUE(p_cast(&kit, from, value, to, &there, &ask));
    EXPECT_TRUE(equal(from, value, to, there));
    EXPECT_TRUE(p_hash(&kit, from, value) == p_hash(&kit, to, there));
    EXPECT_TRUE(p_cast(&kit, to, there, from, &back, &ask));
    EXPECT_TRUE(equal(from, value, from, back));
    EXPECT_EQ(p_compare(&kit, from, value, back), 0);
    char text[4096];
    strcpy(text, show(from, value));
    EXPECT_STR(show(to, there), text);
    EXPECT_STR(show(from, back), text);
    drop(to, there);
    drop(from, back);
}

TEST(casts_there_and_back_keep_the_value)
{
    static const uint32_t pairs[][2] = {
        {T_INTS, T_ANYS},     {T_WORDS, T_ANYS},   {T_INTSET, T_ANYSET},  {T_WORDSET, T_ANYSET},
        {T_PAIRSET, T_ANYSET}, {T_INTMAP, T_ANYMAP}, {T_WORDMAP, T_ANYMAP}, {T_SEQMAP, T_ANYMAP},
        {T_PAIR, T_ANYPAIR},  {T_POINT, T_ANYPOINT}, {T_PAIRS, T_ANYS},    {T_INTROWS, T_ANYS},
        {T_FLOATSET, T_ANYSET}, {T_ANYSETS, T_ANYSET}, {T_INTS, T_DATAS}, {T_EVENT, T_ANY},
    };
    int64_t before = node_live_count();
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            PWord value = random_value(pairs[i][0], 3);
            casts(pairs[i][0], value, pairs[i][1]);
            drop(pairs[i][0], value);
        }
        for (uint32_t type = 0; type < T_COUNT; type++) {
            // A null loses its type in an `any`, and is then no collection of it.
            PWord value = random_value(type, 3);
            casts(type, value, T_ANY);
            drop(type, value);
        }
    }
    EXPECT_NOTHING_LEFT(before);
}

// A set or map that was cast still finds its keys.
TEST(what_was_cast_can_be_searched)
{
    int64_t before = node_live_count();
    PWord words = 0, anys;
    PRequest ask;
    char text[16];
    for (int i = 0; i < 50; i++) {
        snprintf(text, sizeof text, "w%d", i);
        p_set_add(&kit, T_WORDSET, &words, word(text));
    }
    EXPECT_TRUE(p_cast(&kit, T_WORDSET, words, T_ANYSET, &anys, &ask));
    for (int i = 0; i < 60; i++) {
        snprintf(text, sizeof text, "w%d", i);
        PWord key = box(T_STRING, word(text));
        EXPECT_TRUE(p_contains(&kit, T_ANYSET, anys, key) == (i < 50));
        drop(T_ANY, key);
    }
    drop(T_WORDSET, words);
    drop(T_ANYSET, anys);
    EXPECT_NOTHING_LEFT(before);
}

static void fails_to_cast(uint32_t from, PWord value, uint32_t to, const char *why)
{
    PRequest ask = {0};
    PWord out;
    EXPECT_FALSE(p_cast(&kit, from, value, to, &out, &ask));
    EXPECT_EQ(ask.error, P_ERROR_BAD_CAST);
    EXPECT_STR(ask.text, why);
    drop(from, value);
}

TEST(bad_casts_say_what_does_not_fit)
{
    int64_t before = node_live_count();
    fails_to_cast(T_ANY, box(T_INT, 5), T_BOOL, "the value 5 of type int is no bool");
    fails_to_cast(T_ANY, 0, T_INT, "null is no int");
    fails_to_cast(T_ANY, 0, T_INTS, "null is no seq[int]");
    fails_to_cast(T_ANY, box(T_COLOR, 5), T_SHAPE, "the value RED of type Color is no Shape");
    fails_to_cast(T_ANY, box(T_INT, 4), T_COLOR, "the value 4 of type int is no Color");
    fails_to_cast(T_ANY, box(T_COLOR, 3), T_FLOAT, "the value GREEN of type Color is no float");
    fails_to_cast(T_ANY, box(T_INTS, 0), T_INTSET, "the value () of type seq[int] is no set[int]");
    fails_to_cast(T_ANY, box(T_POINT, p_default(&kit, T_POINT)), T_TURNED,
                  "the value <x:0, y:(), > of type (x: int, y: seq[string]) is no "
                  "(y: seq[string], x: int)");
    fails_to_cast(T_ANY, box(T_PAIR, p_default(&kit, T_PAIR)), T_ONE,
                  "the value <0,\"\",> of type (int, string) is no (any,)");

    PWord mixed = 0, map = 0;
    PRequest ask;
    p_seq_insert(&kit, T_ANYS, &mixed, 0, box(T_STRING, word("kept")), &ask);
    p_seq_insert(&kit, T_ANYS, &mixed, 1, box(T_BOOL, 1), &ask);
    fails_to_cast(T_ANY, box(T_ANYS, mixed), T_WORDS, "the value true of type bool is no string");
    p_map_set(&kit, T_ANYMAP, &map, box(T_STRING, word("k")), box(T_INT, 1));
    p_map_set(&kit, T_ANYMAP, &map, box(T_STRING, word("l")), box(T_STRING, word("v")));
    fails_to_cast(T_ANYMAP, map, T_WORDMAP, "the value v of type string is no int");
    EXPECT_NOTHING_LEFT(before);
}

TEST(references_are_cast_to_what_they_permit)
{
    PRequest ask = {0};
    PWord out;
    PWord all = 7, ping = (PWord)2 << 32 | 7, both = (PWord)3 << 32 | 7, none = (PWord)1 << 32 | 7;
    EXPECT_TRUE(p_cast(&kit, T_MACHINE, all, T_PORT, &out, &ask));
    EXPECT_TRUE(out == all);
    EXPECT_TRUE(p_cast(&kit, T_MACHINE, ping, T_PORT, &out, &ask));
    EXPECT_TRUE(p_cast(&kit, T_MACHINE, both, T_PORT, &out, &ask));
    EXPECT_TRUE(p_cast(&kit, T_PORT, ping, T_MACHINE, &out, &ask));
    EXPECT_TRUE(p_cast(&kit, T_MACHINE, 0, T_PORT, &out, &ask));
    fails_to_cast(T_MACHINE, none, T_PORT, "the value Machine(7) of type machine is no Port");
}

TEST(data_holds_no_machines_and_no_foreign_values)
{
    int64_t before = node_live_count();
    PRequest ask = {0};
    PWord out, deep = 0;
    PWord fine = box(T_INTS, INTS(T_INTS, 1));
    EXPECT_TRUE(p_cast(&kit, T_ANY, fine, T_DATA, &out, &ask));
    drop(T_DATA, out);
    drop(T_ANY, fine);
    p_seq_insert(&kit, T_ANYS, &deep, 0, box(T_MACHINE, 3), &ask);
    fails_to_cast(T_ANY, box(T_ANYS, deep), T_DATA,
                  "the value (Machine(3)) of type seq[any] is no data");
    fails_to_cast(T_ANY, box(T_BLOB, p_foreign(&blob_type, blob_new(1))), T_DATA,
                  "the value blob 1 of type Blob is no data");
    EXPECT_NOTHING_LEFT(before);
}

TEST(the_2015_dialect_matches_named_tuples_by_name)
{
    PProgram classic = kit;
    classic.is_classic = true;
    PRequest ask;
    PWord out, words = 0;
    p_seq_insert(&kit, T_WORDS, &words, 0, word("w"), &ask);
    PWord point = p_tuple((PWord[]){4, words}, 2);
    EXPECT_TRUE(p_cast(&classic, T_POINT, point, T_TURNED, &out, &ask));
    EXPECT_STR(show(T_TURNED, out), "<y:(\"w\"), x:4, >");
    drop(T_TURNED, out);
    drop(T_POINT, point);
}

// --------------------------------------------------------------------------------- deep

enum { DEEP = 1000000 };

// (((...(null,)...),),), each in an `any`.
static PWord nested(uint32_t depth)
{
    PWord value = 0;
    for (uint32_t i = 0; i < depth; i++)
        value = box(T_ONE, p_tuple(&value, 1));
    return value;
}

static void count_bytes(void *to, const char *text UNUSED, size_t size)
{
    *(size_t *)to += size;
}

TEST(values_nested_a_million_deep_are_no_problem)
{
    int64_t before = node_live_count();
    PWord a = nested(DEEP), b = nested(DEEP), c = nested(DEEP - 1);
    EXPECT_TRUE(equal(T_ANY, a, T_ANY, b));
    EXPECT_FALSE(equal(T_ANY, a, T_ANY, c));
    EXPECT_TRUE(p_hash(&kit, T_ANY, a) == p_hash(&kit, T_ANY, b));
    EXPECT_TRUE(p_hash(&kit, T_ANY, a) != p_hash(&kit, T_ANY, c));
    EXPECT_EQ(p_compare(&kit, T_ANY, a, b), 0);
    EXPECT_EQ(p_compare(&kit, T_ANY, a, c), -p_compare(&kit, T_ANY, c, a));
    size_t size = 0;
    p_print(&kit, T_ANY, a, &(PPrinter){.write = count_bytes, .to = &size});
    EXPECT_EQ(size, 3 * DEEP + 4);
    PRequest ask;
    PWord out;
    EXPECT_TRUE(p_cast(&kit, T_ANY, a, T_DATA, &out, &ask));
    drop(T_DATA, out);
    EXPECT_FALSE(p_cast(&kit, T_ANY, a, T_INTS, &out, &ask));
    drop(T_ANY, a);
    drop(T_ANY, b);
    drop(T_ANY, c);
    EXPECT_NOTHING_LEFT(before);
}

TEST(wide_and_deep_values_are_freed)
{
    int64_t before = node_live_count();
    PWord anys = 0;
    PRequest ask;
    for (uint32_t i = 0; i < 1000; i++)
        p_seq_insert(&kit, T_ANYS, &anys, i, nested(300), &ask);
    PWord copy = keep(T_ANYS, anys);
    drop(T_ANYS, anys);
    EXPECT_TRUE(node_live_count() > before);
    drop(T_ANYS, copy);
    EXPECT_NOTHING_LEFT(before);
}

// ------------------------------------------------------------------------------ failing

TEST(long_messages_are_cut_between_characters)
{
    PRequest ask;
    char text[1000] = {0};
    memset(text, 'x', 507);
    strcat(text, "\xc3\xa9\xc3\xa9\xc3\xa9");
    EXPECT_FALSE(p_fail(&ask, P_ERROR_ASSERTION, "%s", text));
    EXPECT_EQ(strlen(ask.text), 510);
    EXPECT_STR(ask.text + 505, "xx...");
    EXPECT_FALSE(p_fail(&ask, P_ERROR_ASSERTION, "%s", "short"));
    EXPECT_STR(ask.text, "short");
}
