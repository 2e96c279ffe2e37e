// rt/cbor.c: the deterministic encoding.
//
// The depth is limited, because encoder and decoder are recursive.

#include "rt/cbor.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "rt/cbor_impl.h"
#include "rt/value_impl.h"

// -------------------------------------------------------------------------------- floats

static uint32_t single_bits(float number)
{
    union {
        float number;
        uint32_t bits;
    } u = {.number = number};
    return u.bits;
}

double cbor_half(uint16_t half)
{
    int exponent = half >> 10 & 0x1f;
    double number = half & 0x3ff;

    if (exponent == 31)
        number = number == 0 ? p_float(0x7ff0000000000000u) : p_float(0x7ff8000000000000u);
    else if (exponent == 0)
        number /= 1 << 24;
    else if (exponent < 25)
        number = (number + 1024) / (1 << (25 - exponent));
    else
        number = (number + 1024) * (1 << (exponent - 25));
    return half & 0x8000 ? -number : number;
}

// Converts a single to a 16-bit float of exactly the same value; false when there is none.
static bool half_of(float number, uint16_t *half)
{
    uint32_t bits = single_bits(number);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    int exponent = (int)(bits >> 23 & 0xff) - 127;
    uint32_t digits = bits & 0x7fffff;

    if (exponent == 128)
        *half = (uint16_t)(sign | 0x7c00 | digits >> 13);
    else if (exponent >= -14 && exponent <= 15)
        *half = (uint16_t)(sign | (uint32_t)(exponent + 15) << 10 | digits >> 13);
    else if (exponent >= -24 && exponent < -14)
        *half = (uint16_t)(sign | (digits | 0x800000) >> (-exponent - 1));
    else if (bits << 1 == 0)
        *half = sign;
    else
        return false;
    return cbor_half(*half) == (double)number;
}

// ------------------------------------------------------------------------------- writing

typedef struct Encoder {
    const PProgram *p;
    const CborHooks *hooks;
    Buf *out;
    Err *err;
} Encoder;

static void put_bytes(Buf *out, uint8_t first, uint64_t number, uint32_t size)
{
    assert(size <= 8 && (size == 8 || number >> 8 * size == 0));
    buf_char(out, (char)first);
    for (uint32_t i = size; i-- > 0;)
        buf_char(out, (char)(uint8_t)(number >> (8 * i)));
}

// Writes the head of an item in its shortest form.
static void put_head(Buf *out, uint32_t major, uint64_t number)
{
    assert(major < 8);
    uint8_t first = (uint8_t)(major << 5);
    if (number < 24)
        put_bytes(out, (uint8_t)(first | number), 0, 0);
    else if (number <= UINT8_MAX)
        put_bytes(out, first | 24, number, 1);
    else if (number <= UINT16_MAX)
        put_bytes(out, first | 25, number, 2);
    else if (number <= UINT32_MAX)
        put_bytes(out, first | 26, number, 4);
    else
        put_bytes(out, first | 27, number, 8);
}

static void put_int(Buf *out, int64_t number)
{
    if (number >= 0)
        put_head(out, MAJOR_UINT, (uint64_t)number);
    else
        put_head(out, MAJOR_NEGATIVE, ~(uint64_t)number);
}

void cbor_put_float(Buf *out, double number)
{
    uint16_t half;

    if (number != number) {
        put_bytes(out, BYTE_HALF, 0x7e00, 2);
        return;
    }
    // The conversion of a number outside the range of singles would be undefined.
    bool is_single = number - number != 0 ||
                     (number >= -3.4028234663852886e38 && number <= 3.4028234663852886e38 &&
                      (double)(float)number == number);
    if (is_single && half_of((float)number, &half))
        put_bytes(out, BYTE_HALF, half, 2);
    else if (is_single)
        put_bytes(out, BYTE_SINGLE, single_bits((float)number), 4);
    else
        put_bytes(out, BYTE_DOUBLE, p_from_float(number), 8);
}

bool cbor_is_utf8(const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t length = utf8_size(text + at, size - at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

static void put_machine(Encoder *e, PWord word)
{
    CborMachine m = {.number = P_MACHINE_ID(word)};
    if (e->hooks)
        e->hooks->from_machine(e->hooks->data, P_MACHINE_ID(word), &m);
    assert(m.address_size <= CBOR_ADDRESS_MAX && (m.incarnation || !m.address_size));
    put_head(e->out, MAJOR_ARRAY, m.address_size ? 4 : m.incarnation ? 3 : 2);
    put_head(e->out, MAJOR_UINT, m.number);
    put_head(e->out, MAJOR_UINT, word >> 32);
    if (m.incarnation)
        put_head(e->out, MAJOR_UINT, m.incarnation);
    if (m.address_size) {
        put_head(e->out, MAJOR_BYTES, m.address_size);
        buf_add(e->out, m.address, m.address_size);
    }
}

static void put_text(Buf *out, PWord word)
{
    size_t size;
    const char *text = p_string_text(word, &size);
    put_head(out, cbor_is_utf8(text, size) ? MAJOR_TEXT : MAJOR_BYTES, size);
    buf_add(out, text, size);
}

// Two strings are equal if they name the same machines, so the names travel, too.
static void put_string(Encoder *e, PWord word)
{
    uint64_t count;
    const TextName *names = text_names(word, &count);

    if (count > 0)
        put_head(e->out, MAJOR_ARRAY, 1 + 3 * count);
    put_text(e->out, word);
    for (uint64_t i = 0; i < count; i++) {
        put_head(e->out, MAJOR_UINT, names[i].at);
        put_head(e->out, MAJOR_UINT, names[i].size);
        put_machine(e, names[i].machine);
    }
}

static void write_buf(void *to, const char *bytes, size_t size)
{
    buf_add(to, bytes, size);
}

static bool put_foreign(Encoder *e, PWord word)
{
    const ForeignNode *node = node_of(word);
    Buf bytes = {0};

    if (!node->type->encode || !node->type->decode) {
        err_set(e->err, "a value of the foreign type %s cannot be encoded", node->type->name);
        return false;
    }
    node->type->encode(node->value, write_buf, &bytes);
    put_head(e->out, MAJOR_BYTES, bytes.size);
    buf_add(e->out, buf_text(&bytes), bytes.size);
    buf_drop(&bytes);
    return true;
}

static bool put_value(Encoder *e, uint32_t type, PWord word, uint32_t depth);

static bool put_parts(Encoder *e, const View *v, uint32_t depth)
{
    const PType *t = v->type;
    uint64_t size = view_size(v);

    put_head(e->out, MAJOR_ARRAY, size);
    for (uint64_t i = 0; i < size; i++) {
        bool is_tuple = v->kind == P_TYPE_TUPLE || v->kind == P_TYPE_NTUPLE;
        uint32_t type = t->parts[is_tuple ? i : v->kind == P_TYPE_MAP ? i % 2 : 0];
        PWord word;
        if (is_tuple)
            word = v->word ? p_tuple_part(v->word, (uint32_t)i) : 0;
        else if (v->kind == P_TYPE_MAP)
            word = i % 2 == 0 ? p_map_key(v->word, (uint32_t)(i / 2))
                              : p_map_value(v->word, (uint32_t)(i / 2));
        else
            word = p_element(v->word, (uint32_t)i);
        if (!put_value(e, type, word, depth + 1))
            return false;
    }
    return true;
}

static bool put_value(Encoder *e, uint32_t type, PWord word, uint32_t depth)
{
    const PType *t = &e->p->types[type];
    View v = {.type = t, .word = word, .kind = t->kind};

    if (depth > CBOR_MOST_DEPTH) {
        err_set(e->err, "the value is nested deeper than %d", CBOR_MOST_DEPTH);
        return false;
    }
    if (view_of(e->p, type, word).kind == P_TYPE_NULL) {
        put_bytes(e->out, BYTE_NULL, 0, 0);
        return true;
    }
    switch (t->kind) {
    case P_TYPE_BOOL:
        put_bytes(e->out, word ? BYTE_TRUE : BYTE_FALSE, 0, 0);
        return true;
    case P_TYPE_FLOAT:
        cbor_put_float(e->out, p_float(word));
        return true;
    case P_TYPE_MACHINE:
        put_machine(e, word);
        return true;
    case P_TYPE_STRING:
        put_string(e, word);
        return true;
    case P_TYPE_ANY:
        put_head(e->out, MAJOR_ARRAY, 2);
        put_head(e->out, MAJOR_UINT, p_box_type(word));
        return put_value(e, p_box_type(word), p_box_value(word), depth + 1);
    case P_TYPE_FOREIGN:
        return put_foreign(e, word);
    case P_TYPE_SEQ:
    case P_TYPE_SET:
    case P_TYPE_MAP:
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        return put_parts(e, &v, depth);
    default:
        put_int(e->out, (int64_t)word);
        return true;
    }
}

bool cbor_encode(const PProgram *p, uint32_t type, PWord value, const CborHooks *hooks, Buf *out,
                 Err *err)
{
    Encoder e = {.p = p, .hooks = hooks, .out = out, .err = err};
    size_t size = out->size;

    if (put_value(&e, type, value, 0))
        return true;
    assert(size <= out->size);
    out->size = size;
    if (out->text)
        out->text[size] = '\0';
    return false;
}
