// tests/unit/test_family_test.c: parametric tests, and t-wise covers against brute force.

#include <stdio.h>

#include "lang/test_twise.h"
#include "lang/module.h"
#include "lang/scope.h"
#include "test.h"

// ------------------------------------------------------------------------- covers

enum { MOST_WIDTH = 5, MOST_MEMBERS = 1024 };

static uint32_t random_state = 1;

static uint32_t random_below(uint32_t limit)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % limit;
}

static uint32_t bits_in(uint32_t mask)
{
    return mask ? 1 + bits_in(mask & (mask - 1)) : 0;
}

// Whether two assignments agree on every parameter of the mask.
static bool agree(const uint32_t *sizes, uint32_t width, uint32_t a, uint32_t b, uint32_t mask)
{
    uint32_t left[MOST_WIDTH], right[MOST_WIDTH];
    assignment_digits(sizes, width, a, left);
    assignment_digits(sizes, width, b, right);
    for (uint32_t i = 0; i < width; i++)
        if (mask >> i & 1 && left[i] != right[i])
            return false;
    return true;
}

static bool shown(const uint32_t *sizes, uint32_t width, const uint32_t *members, uint32_t count,
                  uint32_t wanted, uint32_t mask)
{
    for (uint32_t i = 0; i < count; i++)
        if (agree(sizes, width, members[i], wanted, mask))
            return true;
    return false;
}

// How many choices of t parameters have values in `candidate` that no member shows.
static uint32_t news(const uint32_t *sizes, uint32_t width, uint32_t t, const uint32_t *members,
                     uint32_t count, uint32_t candidate)
{
    uint32_t result = 0;
    for (uint32_t mask = 0; mask < 1u << width; mask++)
        if (bits_in(mask) == t)
            result += !shown(sizes, width, members, count, candidate, mask);
    return result;
}

// Checks a cover by its definition: each member is the first of those that would
// show the most new combinations, and in the end nobody shows any.
static void expect_greedy(const uint32_t *sizes, uint32_t width, uint32_t t,
                          const Assignments *from, const Assignments *cover)
{
    for (uint32_t picked = 0; picked <= cover->count; picked++) {
        uint32_t best = 0, most = 0;
        for (uint32_t i = 0; i < from->count; i++) {
            uint32_t n = news(sizes, width, t, cover->numbers, picked, from->numbers[i]);
            if (n > most) {
                most = n;
                best = from->numbers[i];
            }
        }
        if (picked == cover->count)
            EXPECT_EQ(most, 0);
        else {
            EXPECT_TRUE(most > 0);
            EXPECT_EQ(cover->numbers[picked], best);
        }
    }
}

TEST(a_cover_is_greedy_and_complete)
{
    for (int round = 0; round < 120; round++) {
        uint32_t width = 1 + random_below(MOST_WIDTH - 1), product = 1;
        uint32_t sizes[MOST_WIDTH], numbers[MOST_MEMBERS];
        for (uint32_t i = 0; i < width; i++) {
            sizes[i] = 1 + random_below(3);
            product *= sizes[i];
        }
        Assignments from = {.numbers = numbers};
        uint32_t keep = 1 + random_below(4);  // an assumption of a kind
        for (uint32_t n = 0; n < product; n++)
            if (random_below(4) < keep)
                numbers[from.count++] = n;

        for (uint32_t t = 1; t <= width; t++) {
            Arena arena = {0};
            Assignments cover = from;
            twise_thin(&arena, sizes, width, t, &cover);
            expect_greedy(sizes, width, t, &from, &cover);
            arena_drop(&arena);
        }
    }
}

TEST(a_cover_of_everything_keeps_the_order)
{
    Arena arena = {0};
    uint32_t sizes[] = {2, 3}, numbers[] = {0, 1, 2, 3, 4, 5};
    Assignments all = {.numbers = numbers, .count = 6};
    twise_thin(&arena, sizes, 2, 2, &all);
    EXPECT_EQ(all.count, 6);
    for (uint32_t i = 0; i < 6; i++)
        EXPECT_EQ(all.numbers[i], i);
    arena_drop(&arena);
}

TEST(pairs_of_two_by_three_by_two)
{
    // Computed by hand from the rule; 12 assignments become 6.
    Arena arena = {0};
    uint32_t sizes[] = {2, 3, 2}, numbers[12];
    for (uint32_t i = 0; i < 12; i++)
        numbers[i] = i;
    Assignments all = {.numbers = numbers, .count = 12};
    twise_thin(&arena, sizes, 3, 2, &all);
    uint32_t expected[] = {0, 3, 7, 8, 4, 11};
    EXPECT_EQ(all.count, 6);
    for (uint32_t i = 0; i < 6; i++)
        EXPECT_EQ(all.numbers[i], expected[i]);
    arena_drop(&arena);
}

TEST(rows_are_binomials)
{
    EXPECT_EQ(twise_combinations(5, 0), 1);
    EXPECT_EQ(twise_combinations(5, 5), 1);
    EXPECT_EQ(twise_combinations(5, 2), 10);
    EXPECT_EQ(twise_combinations(20, 10), 184756);
    EXPECT_EQ(twise_combinations(60, 5), 5461512);
    EXPECT_TRUE(twise_combinations(200, 100) == UINT64_MAX);
}

TEST(twenty_switches_pairwise_are_quick)
{
    Arena arena = {0};
    uint32_t sizes[20], count = 1 << 16;
    for (uint32_t i = 0; i < 20; i++)
        sizes[i] = 2;
    uint32_t *numbers = NEW_ARRAY(&arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = i * 16;
    Assignments all = {.numbers = numbers, .count = count};
    twise_thin(&arena, sizes, 20, 2, &all);
    EXPECT_TRUE(all.count >= 4 && all.count < 20);
    arena_drop(&arena);
}

// ----------------------------------------------------------------------- families

typedef struct Bench {
    Arena arena;
    Lexicon lexicon;
    Diags diags;
    Tree tree;
    TestDecl test;
} Bench;

static void bench_init(Bench *b)
{
    memset(b, 0, sizeof *b);
    lexicon_init(&b->lexicon, &b->arena);
    b->diags.arena = &b->arena;
    b->tree.arena = &b->arena;
    b->tree.lexicon = &b->lexicon;
    b->tree.diags = &b->diags;
    types_init(&b->tree.types, &b->arena);
    b->tree.scope = scope_new(&b->tree, NULL);
    b->test.decl.name = lexicon_name(&b->lexicon, "T", 1);
}

static void bench_drop(Bench *b)
{
    scope_drop(b->tree.scope);
    types_drop(&b->tree.types);
    lexicon_drop(&b->lexicon);
    arena_drop(&b->arena);
}

// A parameter with the values first, first + 1 ...
static void add_range(Bench *b, const char *name, bool is_bool, int64_t first, uint32_t count)
{
    VarDecl *param = NEW(&b->arena, VarDecl);
    param->decl = (Decl){.kind = DECL_VAR, .name = lexicon_name(&b->lexicon, name, strlen(name))};
    param->role = VAR_GLOBAL_PARAM;
    param->type = is_bool ? b->tree.types.boolean : b->tree.types.integer;
    ParamRange range = {.name = {.name = param->decl.name}, .param = param};
    for (uint32_t i = 0; i < count; i++) {
        ParamValue value = {.is_bool = is_bool, .value = first + i};
        vec_push(&b->arena, &range.values, value);
    }
    vec_push(&b->arena, &b->test.ranges, range);
}

static Expr *name_expr(Bench *b, const char *name)
{
    Expr *e = NEW(&b->arena, Expr);
    e->kind = EXPR_NAME;
    e->name.name = lexicon_name(&b->lexicon, name, strlen(name));
    return e;
}

static Expr *int_expr(Bench *b, int64_t value)
{
    Expr *e = NEW(&b->arena, Expr);
    e->kind = EXPR_INT;
    e->integer = value;
    return e;
}

static Expr *binary_expr(Bench *b, Operator op, Expr *left, Expr *right)
{
    Expr *e = NEW(&b->arena, Expr);
    e->kind = EXPR_BINARY;
    e->op = (uint8_t)op;
    e->binary.left = left;
    e->binary.right = right;
    return e;
}

static DiagCode only_code(const Bench *b)
{
    EXPECT_EQ(b->diags.all.count, 1);
    return b->diags.all.items[0]->code;
}

TEST(the_first_parameter_varies_fastest)
{
    Bench b;
    TestFamily family;
    bench_init(&b);
    add_range(&b, "a", false, -1, 2);
    add_range(&b, "b", true, 0, 2);
    EXPECT_TRUE(test_family_expand(&b.tree, &b.test, &family));
    EXPECT_EQ(family.count, 4);
    int64_t a[] = {-1, 0, -1, 0}, flag[] = {0, 0, 1, 1};
    for (uint32_t i = 0; i < 4; i++) {
        EXPECT_EQ(family.members[i][0].value, a[i]);
        EXPECT_FALSE(family.members[i][0].is_bool);
        EXPECT_EQ(family.members[i][1].value, flag[i]);
        EXPECT_TRUE(family.members[i][1].is_bool);
    }
    bench_drop(&b);
}

TEST(an_assumption_picks)
{
    Bench b;
    TestFamily family;
    bench_init(&b);
    add_range(&b, "a", false, 1, 3);
    add_range(&b, "b", false, 0, 3);
    // b != 0 && a % b == 0
    Expr *divides =
        binary_expr(&b, OPERATOR_EQ, binary_expr(&b, OPERATOR_MOD, name_expr(&b, "a"), name_expr(&b, "b")),
                    int_expr(&b, 0));
    b.test.assume = binary_expr(
        &b, OPERATOR_AND, binary_expr(&b, OPERATOR_NE, name_expr(&b, "b"), int_expr(&b, 0)), divides);
    EXPECT_TRUE(test_family_expand(&b.tree, &b.test, &family));
    EXPECT_EQ(family.count, 4);
    for (uint32_t i = 0; i < family.count; i++)
        EXPECT_EQ(family.members[i][0].value % family.members[i][1].value, 0);
    bench_drop(&b);
}

TEST(arithmetic_wraps)
{
    Bench b;
    TestFamily family;
    bench_init(&b);
    add_range(&b, "a", false, INT64_MIN, 1);
    // a / -1 == a && a % -1 == 0 && a - 1 > 0
    Expr *minus_one = int_expr(&b, -1);
    Expr *quotient = binary_expr(&b, OPERATOR_EQ, binary_expr(&b, OPERATOR_DIV, name_expr(&b, "a"), minus_one),
                                 name_expr(&b, "a"));
    Expr *rest = binary_expr(&b, OPERATOR_EQ, binary_expr(&b, OPERATOR_MOD, name_expr(&b, "a"), minus_one),
                             int_expr(&b, 0));
    Expr *below = binary_expr(
        &b, OPERATOR_GT, binary_expr(&b, OPERATOR_SUB, name_expr(&b, "a"), int_expr(&b, 1)), int_expr(&b, 0));
    b.test.assume = binary_expr(&b, OPERATOR_AND, quotient, binary_expr(&b, OPERATOR_AND, rest, below));
    EXPECT_TRUE(test_family_expand(&b.tree, &b.test, &family));
    EXPECT_EQ(family.count, 1);
    bench_drop(&b);
}

TEST(a_fault_of_the_assumption_is_reported_once)
{
    Bench b;
    TestFamily family;
    bench_init(&b);
    add_range(&b, "a", false, -1, 3);
    b.test.assume = binary_expr(
        &b, OPERATOR_EQ, binary_expr(&b, OPERATOR_DIV, int_expr(&b, 6), name_expr(&b, "a")), int_expr(&b, 6));
    EXPECT_FALSE(test_family_expand(&b.tree, &b.test, &family));
    EXPECT_EQ(only_code(&b), E0715);
    EXPECT_TRUE(strstr(b.diags.all.items[0]->text, "a = 0") != NULL);
    bench_drop(&b);
}

TEST(an_assumption_is_a_bool)
{
    Bench b;
    TestFamily family;
    bench_init(&b);
    add_range(&b, "a", false, 0, 2);
    b.test.assume = name_expr(&b, "a");
    EXPECT_FALSE(test_family_expand(&b.tree, &b.test, &family));
    EXPECT_EQ(only_code(&b), E0715);
    bench_drop(&b);
}

TEST(a_huge_product_is_refused_with_its_size)
{
    Bench b;
    TestFamily family;
    bench_init(&b);
    for (int i = 0; i < 21; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        add_range(&b, name, true, 0, 2);
    }
    EXPECT_FALSE(test_family_expand(&b.tree, &b.test, &family));
    EXPECT_EQ(only_code(&b), E0719);
    EXPECT_TRUE(strstr(b.diags.all.items[0]->text, "2097152") != NULL);
    bench_drop(&b);
}

TEST(a_million_members_is_the_most)
{
    Bench b;
    TestFamily family;
    bench_init(&b);
    add_range(&b, "a", false, 0, 1000);
    add_range(&b, "b", false, 0, 1000);
    EXPECT_TRUE(test_family_expand(&b.tree, &b.test, &family));
    EXPECT_EQ(family.count, 1000000);
    EXPECT_EQ(family.members[999999][0].value, 999);
    EXPECT_EQ(family.members[999999][1].value, 999);
    bench_drop(&b);
}
