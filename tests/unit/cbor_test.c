// tests/unit/cbor_test.c: values as bytes and back, and bytes that are no values.

#include "rt/cbor.h"

#include "value_kit.h"

static const char *hex(const Buf *b)
{
    static char text[4096];
    text[0] = '\0';
    for (size_t i = 0; i < b->size; i++)
        sprintf(text + 2 * i, "%02x", (unsigned char)b->text[i]);
    return text;
}

static void encodes(uint32_t type, PWord value, const char *wanted)
{
    Buf b = {0};
    Err err = {0};
    EXPECT_TRUE(cbor_encode(&kit, type, value, NULL, &b, &err));
    EXPECT_STR(hex(&b), wanted);

    const char *at = b.text;
    PWord back;
    EXPECT_TRUE(cbor_decode(&kit, type, &at, b.text + b.size, NULL, &back, &err));
    EXPECT_TRUE(at == b.text + b.size);
    EXPECT_TRUE(equal(type, value, type, back));
    drop(type, value);
    drop(type, back);
    buf_drop(&b);
}

// The examples of RFC 8949, appendix A, that apply.
TEST(numbers_are_encoded_as_the_rfc_says)
{
    encodes(T_INT, 0, "00");
    encodes(T_INT, 23, "17");
    encodes(T_INT, 24, "1818");
    encodes(T_INT, 255, "18ff");
    encodes(T_INT, 256, "190100");
    encodes(T_INT, 1000000, "1a000f4240");
    encodes(T_INT, 1000000000000, "1b000000e8d4a51000");
    encodes(T_INT, (PWord)-1, "20");
    encodes(T_INT, (PWord)-1000, "3903e7");
    encodes(T_INT, (PWord)INT64_MIN, "3b7fffffffffffffff");
    encodes(T_INT, INT64_MAX, "1b7fffffffffffffff");
    encodes(T_FLOAT, p_from_float(0.0), "f90000");
    encodes(T_FLOAT, p_from_float(-0.0), "f98000");
    encodes(T_FLOAT, p_from_float(1.5), "f93e00");
    encodes(T_FLOAT, p_from_float(65504.0), "f97bff");
    encodes(T_FLOAT, p_from_float(100000.0), "fa47c35000");
    encodes(T_FLOAT, p_from_float(3.4028234663852886e+38), "fa7f7fffff");
    encodes(T_FLOAT, p_from_float(1.0e+300), "fb7e37e43c8800759c");
    encodes(T_FLOAT, p_from_float(5.960464477539063e-8), "f90001");
    encodes(T_FLOAT, p_from_float(0.00006103515625), "f90400");
    encodes(T_FLOAT, p_from_float(-4.1), "fbc010666666666666");
    encodes(T_FLOAT, 0x7ff0000000000000u, "f97c00");
    encodes(T_FLOAT, 0xfff0000000000000u, "f9fc00");
    encodes(T_FLOAT, 0x7ff8000000000000u, "f97e00");
    encodes(T_FLOAT, 0xfff8123400000000u, "f97e00");
}

TEST(values_are_encoded_as_documented)
{
    PRequest ask;
    PWord map = 0, seq = 0;
    encodes(T_NULL, 0, "f6");
    encodes(T_BOOL, 1, "f5");
    encodes(T_BOOL, 0, "f4");
    encodes(T_EVENT, 0, "f6");
    encodes(T_EVENT, EV_PING, "02");
    encodes(T_MACHINE, 0, "f6");
    encodes(T_PORT, (PWord)2 << 32 | 9, "820902");
    encodes(T_COLOR, 9, "09");
    encodes(T_STRING, 0, "60");
    encodes(T_STRING, word("IETF"), "6449455446");
    encodes(T_STRING, word("\xc3\xbc"), "62c3bc");
    encodes(T_STRING, word("\xff"), "41ff");
    encodes(T_BLOB, p_foreign(&blob_type, blob_new(5)), "4105");
    encodes(T_ANY, 0, "f6");
    encodes(T_ANY, box(T_BOOL, 1), "8201f5");
    encodes(T_INTS, 0, "80");
    p_map_set(&kit, T_INTMAP, &map, 2, word("a"));
    p_map_set(&kit, T_INTMAP, &map, 1, 0);
    encodes(T_INTMAP, map, "840261610160");
    p_seq_insert(&kit, T_INTS, &seq, 0, 4, &ask);
    encodes(T_INTS, seq, "8104");
    encodes(T_PAIR, p_tuple((PWord[]){1, word("b")}, 2), "82016162");
}

enum { ROUNDS = 300 };

static void add_value(uint32_t type, PWord value, Buf *b)
{
    Err err = {0};
    EXPECT_TRUE(cbor_encode(&kit, type, value, NULL, b, &err));
}

TEST(values_come_back)
{
    int64_t before = node_live_count();
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t type = 0; type < T_COUNT; type++) {
            PWord value = random_value(type, below(5)), back;
            Buf b = {0}, again = {0};
            Err err = {0};
            add_value(type, value, &b);
            const char *at = b.text;
            EXPECT_TRUE(cbor_decode(&kit, type, &at, b.text + b.size, NULL, &back, &err));
            EXPECT_TRUE(at == b.text + b.size);
            EXPECT_TRUE(equal(type, value, type, back));
            // Also the order of sets and maps, and the types of what an `any` holds.
            add_value(type, back, &again);
            EXPECT_EQ(again.size, b.size);
            EXPECT_EQ(memcmp(again.text, b.text, b.size), 0);
            drop(type, value);
            drop(type, back);
            buf_drop(&b);
            buf_drop(&again);
        }
    EXPECT_NOTHING_LEFT(before);
}

// Decodes from memory that ends where the bytes do, so that a sanitizer sees who
// reads on. What is accepted must be what the encoder writes.
static bool decode_exactly(uint32_t type, const char *bytes, size_t size, Err *err)
{
    char *copy = malloc(size ? size : 1);
    const char *at = copy;
    PWord value;
    if (size)
        memcpy(copy, bytes, size);
    bool is_value = cbor_decode(&kit, type, &at, copy + size, NULL, &value, err);
    if (is_value) {
        Buf again = {0};
        add_value(type, value, &again);
        EXPECT_EQ(again.size, at - copy);
        EXPECT_EQ(memcmp(again.text, copy, again.size), 0);
        buf_drop(&again);
        drop(type, value);
    } else {
        EXPECT_EQ(value, 0);
        EXPECT_TRUE(err->set);
    }
    free(copy);
    return is_value;
}

TEST(a_value_cut_short_is_none)
{
    int64_t before = node_live_count();
    for (uint32_t type = 0; type < T_COUNT; type++)
        for (int round = 0; round < 10; round++) {
            PWord value = random_value(type, 4);
            Buf b = {0};
            add_value(type, value, &b);
            for (size_t size = 0; size < b.size && size < 500; size++) {
                Err err = {0};
                EXPECT_FALSE(decode_exactly(type, b.text, size, &err));
            }
            drop(type, value);
            buf_drop(&b);
        }
    EXPECT_NOTHING_LEFT(before);
}

TEST(bytes_at_random_do_no_harm)
{
    int64_t before = node_live_count();
    for (int round = 0; round < 60000; round++) {
        char bytes[64];
        Err err = {0};
        uint32_t size = below(sizeof bytes);
        for (uint32_t i = 0; i < size; i++)
            bytes[i] = (char)(below(3) ? 0x80 + below(8) : below(256));
        decode_exactly(below(T_COUNT), bytes, size, &err);
    }
    EXPECT_NOTHING_LEFT(before);
}

TEST(damaged_values_do_no_harm)
{
    int64_t before = node_live_count();
    uint32_t survived = 0;
    for (int round = 0; round < 20000; round++) {
        uint32_t type = below(T_COUNT);
        PWord value = random_value(type, 3);
        Buf b = {0};
        Err err = {0};
        add_value(type, value, &b);
        for (uint32_t i = below(3) + 1; i > 0; i--)
            b.text[below((uint32_t)b.size)] = (char)below(256);
        survived += decode_exactly(type, b.text, b.size, &err);
        drop(type, value);
        buf_drop(&b);
    }
    // Otherwise nothing was tested.
    EXPECT_TRUE(survived > 100 && survived < 15000);
    EXPECT_NOTHING_LEFT(before);
}

static void refuses(uint32_t type, const char *bytes, size_t size, const char *why)
{
    Err err = {0};
    EXPECT_FALSE(decode_exactly(type, bytes, size, &err));
    EXPECT_STR(err.text, why);
}

TEST(what_is_refused_and_why)
{
    int64_t before = node_live_count();
    refuses(T_INT, "", 0, "byte 0: the input ends too early");
    refuses(T_INT, "\x18\x17", 2, "byte 2: a number that is longer than it must be");
    refuses(T_INT, "\x1b\x80\0\0\0\0\0\0\0", 9, "byte 9: not an int");
    refuses(T_INTS, "\x9f\x01\xff", 3, "byte 1: a length that is reserved or indefinite");
    refuses(T_INTS, "\x9b\0\0\0\xff\0\0\0\0", 9, "byte 9: the input ends too early");
    refuses(T_STRING, "\x7a\xff\xff\xff\xff", 5, "byte 5: the input ends too early");
    refuses(T_STRING, "\x41" "a", 2, "byte 2: text that is no UTF-8, or bytes that are");
    refuses(T_STRING, "\x61\xff", 2, "byte 2: text that is no UTF-8, or bytes that are");
    refuses(T_FLOAT, "\xfa\x3f\xc0\0\0", 5, "byte 5: a float that is longer than it must be");
    refuses(T_FLOAT, "\x01", 1, "byte 1: not a float");
    refuses(T_COLOR, "\x04", 1, "byte 1: no element of the enum");
    refuses(T_EVENT, "\x04", 1, "byte 1: no event");
    refuses(T_EVENT, "\x00", 1, "byte 1: no event");
    refuses(T_MACHINE, "\x82\x01\x04", 3, "byte 3: no machine");
    refuses(T_MACHINE, "\x82\x00\x01", 3, "byte 3: no machine");
    refuses(T_ANY, "\x82\x18\x64\x01", 4, "byte 3: no type");
    refuses(T_ANY, "\x82\x00\xf6", 3, "byte 3: a null with a type");
    refuses(T_INTSET, "\x82\x01\x01", 3, "byte 3: an element or key twice");
    refuses(T_WORDMAP, "\x84\x61\x61\x01\x61\x61\x02", 7, "byte 7: an element or key twice");
    refuses(T_WORDMAP, "\x81\x61\x61", 3, "byte 1: a key without a value");
    // Three pairs need nine bytes: nothing is allocated for them.
    refuses(T_PAIRS, "\x83\x82\x01\x60\x82\x01\x60\x82\x01", 9, "byte 1: the input ends too early");
    refuses(T_PAIR, "\x81\x01", 2, "byte 1: not as many parts as the tuple has");
    refuses(T_PAIR, "\x82\x01\x02", 3, "byte 3: not a string");
    refuses(T_BLOB, "\x41\xff", 2, "byte 2: no value of the foreign type");
    EXPECT_NOTHING_LEFT(before);
}

TEST(the_machines_that_a_string_names_travel)
{
    int64_t before = node_live_count();
    PWord seven = 7, nine = 9;
    uint32_t type = T_MACHINE;
    PWord named = p_format(&kit, "a{0}", &seven, &type, 1), other;
    encodes(T_STRING, p_retain_node(named), "846b614d616368696e65283729010a820700");
    // A text that looks alike is another string, and so is the name of another machine.
    other = word("aMachine(7)");
    EXPECT_FALSE(equal(T_STRING, named, T_STRING, other));
    drop(T_STRING, other);
    other = p_format(&kit, "a{0}", &nine, &type, 1);
    EXPECT_FALSE(equal(T_STRING, named, T_STRING, other));
    drop(T_STRING, other);
    drop(T_STRING, named);
    refuses(T_STRING, "\x84\x62xy\x01\x02\x82\x07\x00", 9, "byte 6: a name outside of its text");
    refuses(T_STRING, "\x84\x62xy\x01\x00\x82\x07\x00", 9, "byte 6: a name outside of its text");
    refuses(T_STRING, "\x84\x62xy\x00\x01\x82\x07\x01", 9, "byte 9: a name with permissions");
    refuses(T_STRING, "\x81\x62xy", 4, "byte 1: not a string");
    refuses(T_STRING, "\x87\x62xy\x00\x01\x82\x07\x00\x00\x01\x82\x07\x00", 14,
            "byte 11: a name outside of its text");
    EXPECT_NOTHING_LEFT(before);
}

TEST(values_may_be_nested_so_deep_and_no_deeper)
{
    int64_t before = node_live_count();
    PWord value = 0, back;
    Buf b = {0};
    Err err = {0};
    // Each turn is two levels: the tuple and the `any`.
    for (int i = 0; i < CBOR_MOST_DEPTH / 2; i++)
        value = box(T_ONE, p_tuple(&value, 1));
    add_value(T_ANY, value, &b);
    const char *at = b.text;
    EXPECT_TRUE(cbor_decode(&kit, T_ANY, &at, b.text + b.size, NULL, &back, &err));
    EXPECT_TRUE(equal(T_ANY, value, T_ANY, back));
    drop(T_ANY, back);

    value = box(T_ONE, p_tuple(&value, 1));
    size_t size = b.size;
    EXPECT_FALSE(cbor_encode(&kit, T_ANY, value, NULL, &b, &err));
    EXPECT_STR(err.text, "the value is nested deeper than 64");
    EXPECT_EQ(b.size, size);
    drop(T_ANY, value);
    buf_drop(&b);

    for (int i = 0; i < 100000; i++)
        buf_add(&b, "\x82\x18\x1b\x81", 4);
    EXPECT_FALSE(decode_exactly(T_ANY, b.text, b.size, &err));
    buf_drop(&b);
    EXPECT_NOTHING_LEFT(before);
}

// Machines of container 99 are at home; those of others have an address.
static void global_name(void *data, uint32_t id, CborMachine *out)
{
    *out = (CborMachine){.incarnation = *(uint64_t *)data, .number = id};
    if (id == 8)
        *out = (CborMachine){7, 1000, "[::1]:4000", 10};
}

static uint32_t local_id(void *data, const CborMachine *in)
{
    if (in->address_size == 10 && memcmp(in->address, "[::1]:4000", 10) == 0)
        return in->incarnation == 7 && in->number == 1000 ? 8 : 0;
    return in->incarnation == *(uint64_t *)data ? (uint32_t)in->number : 0;
}

TEST(machines_travel_by_the_hooks)
{
    uint64_t home = 99, other = 98;
    CborHooks hooks = {.from_machine = global_name, .to_machine = local_id, .data = &home};
    Buf b = {0};
    Err err = {0};
    PWord near = (PWord)2 << 32 | 7, far = 8, back;
    EXPECT_TRUE(cbor_encode(&kit, T_MACHINE, near, &hooks, &b, &err));
    EXPECT_STR(hex(&b), "8307021863");
    const char *at = b.text;
    EXPECT_TRUE(cbor_decode(&kit, T_MACHINE, &at, b.text + b.size, &hooks, &back, &err));
    EXPECT_EQ(back, near);
    at = b.text;
    hooks.data = &other;
    EXPECT_FALSE(cbor_decode(&kit, T_MACHINE, &at, b.text + b.size, &hooks, &back, &err));
    EXPECT_STR(err.text, "byte 5: no machine");
    buf_drop(&b);

    EXPECT_TRUE(cbor_encode(&kit, T_MACHINE, far, &hooks, &b, &err));
    EXPECT_STR(hex(&b), "841903e800074a5b3a3a315d3a34303030");
    at = b.text;
    EXPECT_TRUE(cbor_decode(&kit, T_MACHINE, &at, b.text + b.size, &hooks, &back, &err));
    EXPECT_EQ(back, far);
    EXPECT_FALSE(cbor_decode(&kit, T_MACHINE, &(const char *){b.text}, b.text + b.size, NULL, &back,
                             &err));  // the name of a machine elsewhere means nothing here
    buf_drop(&b);
}

TEST(a_foreign_value_that_cannot_travel_is_named)
{
    static const PForeignType bare = {.name = "Bare"};
    Buf b = {0};
    Err err = {0};
    static int thing;
    PWord value = p_foreign(&bare, &thing);
    EXPECT_FALSE(cbor_encode(&kit, T_BLOB, value, NULL, &b, &err));
    EXPECT_STR(err.text, "a value of the foreign type Bare cannot be encoded");
    EXPECT_EQ(b.size, 0);
    drop(T_BLOB, value);
    buf_drop(&b);
}
