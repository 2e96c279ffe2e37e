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

static void take_int_as_string(void)
{
    PWord args[7] = {0};
    PForeignCall call = call_with(args, T_INT);
    p_arg_string(&call, 0, NULL);
}

static void take_too_many(void)
{
    PWord args[7] = {0};
    PForeignCall call = call_with(args, T_INT);
    p_arg(&call, 7);
}

TEST(code_that_does_not_fit_the_program_is_stopped)
{
    Death death = death_of(take_int_as_string);
    EXPECT_EQ(death.code, 3);
    EXPECT_STR(death.said,
               "plait: the C code of Mix takes argument 0 as string, but it is int\n");
    death = death_of(take_too_many);
    EXPECT_EQ(death.code, 3);
    EXPECT_STR(death.said, "plait: the C code of Mix asks for argument 7 of 7\n");
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
