// tests/unit/foreign_test.c: what C beside P is given, and gives back.

#include "value_kit.h"

static const uint32_t arg_types[] = {T_INT, T_STRING, T_FLOAT, T_BOOL, T_BLOB, T_COLOR, T_INTS};
static const PFun fun = {.name = "Mix", .param_count = 7, .slot_types = arg_types};
static PRequest ask;

static PForeignCall call_with(const PWord *args, uint32_t result_type)
{
    ask = (PRequest){0};
    return (PForeignCall){
        .program = &kit,
        .fun = &fun,
        .arg_count = 7,
        .args = args,
        .arg_types = arg_types,
        .result_type = result_type,
        .result = p_default(&kit, result_type),
        .ask = &ask,
    };
}

static bool mix(PForeignCall *call)
{
    size_t size;
    const char *text = p_arg_string(call, 1, &size);
    int64_t number = p_arg_int(call, 0) + (int64_t)p_arg_float(call, 2) + p_arg_int(call, 5);
    const int *blob = p_arg_foreign(call, 4);
    if (!p_arg_bool(call, 3))
        return p_foreign_fail(call, "%s is %s", text, "false");
    number += blob ? *blob : 1000;
    number += (int64_t)p_element(p_arg(call, 6), 0);
    return p_result(call, p_tuple((PWord[]){(PWord)number, p_string(text, size)}, 2));
}

TEST(a_foreign_function_takes_and_gives_values)
{
    int64_t before = node_live_count();
    PWord ints = 0;
    p_seq_insert(&kit, T_INTS, &ints, 0, 10000, &ask);
    PWord args[] = {1, word("text"), p_from_float(20.5), 1,
                    p_foreign(&blob_type, blob_new(300)), 3, ints};
    PForeignCall call = call_with(args, T_PAIR);
    EXPECT_TRUE(mix(&call));
    EXPECT_STR(show(T_PAIR, call.result), "<10324,\"text\",>");
    drop(T_PAIR, call.result);

    args[3] = 0;
    call = call_with(args, T_PAIR);
    EXPECT_FALSE(mix(&call));
    EXPECT_EQ(ask.error, P_ERROR_FOREIGN);
    EXPECT_STR(ask.text, "Mix: text is false");
    drop(T_PAIR, call.result);
    for (int i = 0; i < 7; i++)
        drop(arg_types[i], args[i]);
    EXPECT_NOTHING_LEFT(before);
}

TEST(code_that_does_not_fit_the_program_is_told)
{
    PWord args[7] = {5};
    PForeignCall call = call_with(args, T_INT);
    EXPECT_STR(p_arg_string(&call, 0, NULL), "");
    EXPECT_EQ(ask.error, P_ERROR_SETUP);
    EXPECT_STR(ask.text, "the C code of Mix takes argument 0 as string, but it is int");
    EXPECT_FALSE(p_foreign_fail(&call, "later"));
    EXPECT_STR(ask.text, "the C code of Mix takes argument 0 as string, but it is int");

    call = call_with(args, T_INT);
    EXPECT_EQ(p_arg(&call, 7), 0);
    EXPECT_STR(ask.text, "the C code of Mix asks for argument 7 of 7");
}

// Whether C may give the word back as a value of the type.
static bool gives(uint32_t type, PWord value)
{
    PWord args[7] = {0};
    PForeignCall call = call_with(args, type);
    bool is_fine = p_result(&call, value);
    EXPECT_EQ(ask.error, is_fine ? P_ERROR_NONE : P_ERROR_SETUP);
    drop(type, call.result);
    return is_fine;
}

TEST(what_c_gives_back_is_of_its_type)
{
    static char text[64] = "no node at all, but memory that is there, and long enough";
    int64_t before = node_live_count();
    EXPECT_TRUE(gives(T_STRING, word("text")));
    EXPECT_TRUE(gives(T_STRING, 0));
    EXPECT_FALSE(gives(T_STRING, 42));
    EXPECT_FALSE(gives(T_STRING, 1000000));
    EXPECT_FALSE(gives(T_STRING, (PWord)-8));
    EXPECT_FALSE(gives(T_STRING, p_from_float(2.5)));
    EXPECT_FALSE(gives(T_STRING, ((PWord)(uintptr_t)text + 7) & ~(PWord)7));
    EXPECT_FALSE(gives(T_BOOL, 2));
    EXPECT_TRUE(gives(T_BOOL, 1));
    EXPECT_TRUE(gives(T_INT, 2));
    EXPECT_FALSE(gives(T_PAIR, 0));
    EXPECT_TRUE(gives(T_PAIR, p_tuple((PWord[]){1, word("x")}, 2)));

    PWord wrong = word("x"), tuple = p_tuple((PWord[]){1, 2}, 2), ints = 0;
    EXPECT_FALSE(gives(T_INTS, wrong));
    EXPECT_FALSE(gives(T_PAIR, wrong));
    EXPECT_FALSE(gives(T_PAIR, tuple));  // 2 is no text
    drop(T_STRING, wrong);
    p_seq_insert(&kit, T_INTS, &ints, 0, 7, &ask);
    EXPECT_FALSE(gives(T_STRING, ints));
    EXPECT_TRUE(gives(T_INTS, ints));
    node_free(node_of(tuple));
    EXPECT_NOTHING_LEFT(before);
}

TEST(a_type_can_be_as_little_as_a_name)
{
    static const PForeignType bare = {.name = "Bare"};
    static int thing, other;
    int64_t before = node_live_count();
    PWord a = p_foreign(&bare, &thing), b = p_foreign(&bare, &thing), c = p_foreign(&bare, &other);
    EXPECT_STR(show(T_BLOB, a), "Bare");
    EXPECT_TRUE(equal(T_BLOB, a, T_BLOB, b));
    EXPECT_FALSE(equal(T_BLOB, a, T_BLOB, c));
    EXPECT_TRUE(p_hash(&kit, T_BLOB, a) == p_hash(&kit, T_BLOB, b));
    EXPECT_EQ(p_compare(&kit, T_BLOB, a, c), -p_compare(&kit, T_BLOB, c, a));
    drop(T_BLOB, a);
    drop(T_BLOB, b);
    drop(T_BLOB, c);
    EXPECT_EQ(p_foreign(&bare, NULL), 0);
    EXPECT_NULL(p_foreign_value(0));
    EXPECT_NOTHING_LEFT(before);
}

TEST(events_are_found_by_name)
{
    EXPECT_EQ(p_event(&kit, "ePong"), EV_PONG);
    EXPECT_EQ(p_event(&kit, "halt"), P_EVENT_HALT);
    EXPECT_EQ(p_event(&kit, "eNone"), P_NONE);
}
