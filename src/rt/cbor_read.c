// rt/cbor_read.c: the decoder of the deterministic encoding, which checks everything it reads.
//
// It compares a count in the input with the number of bytes left before it allocates memory: every
// item of a type has at least so many bytes. The depth is limited, because encoder and decoder are
// recursive. The limit of memory follows from the two: a collection of n items has at least n bytes
// of input.

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "rt/cbor.h"
#include "rt/cbor_impl.h"
#include "rt/value_impl.h"

typedef struct Decoder {
    const PProgram *p;
    const CborHooks *hooks;
    const char *start, *at, *end;
    Err *err;
    PRequest ask;  // for operations that report errors in a request; here they never fail
} Decoder;

static bool fail(Decoder *d, const char *why)
{
    err_set(d->err, "byte %zu: %s", (size_t)(d->at - d->start), why);
    return false;
}

static bool get_number(Decoder *d, uint32_t size, uint64_t *number)
{
    assert(d->start <= d->at && d->at <= d->end && size <= 8);
    if ((size_t)(d->end - d->at) < size)
        return fail(d, "the input ends too early");
    *number = 0;
    for (uint32_t i = 0; i < size; i++)
        *number = *number << 8 | (uint8_t)*d->at++;
    return true;
}

static bool get_byte(Decoder *d, uint8_t *byte)
{
    uint64_t number;
    if (!get_number(d, 1, &number))
        return false;
    *byte = (uint8_t)number;
    return true;
}

static bool get_head(Decoder *d, uint32_t *major, uint64_t *number)
{
    uint8_t first;
    if (!get_byte(d, &first))
        return false;
    *major = first >> 5;
    *number = first & 0x1f;
    if (*number < 24)
        return true;
    if (*number > 27)
        return fail(d, "a length that is reserved or indefinite");

    uint32_t size = 1u << (*number - 24);
    if (!get_number(d, size, number))
        return false;
    uint64_t least = size == 1 ? 24 : (uint64_t)1 << (4 * size);
    return *number >= least || fail(d, "a number that is longer than it must be");
}

static bool get_kind(Decoder *d, uint32_t wanted, uint64_t *number, const char *what)
{
    uint32_t major;
    if (!get_head(d, &major, number))
        return false;
    return major == wanted || fail(d, what);
}

static bool get_int(Decoder *d, PWord *word)
{
    uint32_t major;
    uint64_t number;
    if (!get_head(d, &major, &number))
        return false;
    if (major > MAJOR_NEGATIVE || number > INT64_MAX)
        return fail(d, "not an int");
    *word = major == MAJOR_UINT ? number : ~number;
    return true;
}

// Reads a float and checks that the encoder would have written the same bytes.
static float single_of(uint32_t bits)
{
    union {
        uint32_t bits;
        float number;
    } u = {.bits = bits};
    return u.number;
}

static bool get_float(Decoder *d, PWord *word)
{
    const char *start = d->at;
    uint8_t first;
    uint64_t bits;
    double number;

    if (!get_byte(d, &first))
        return false;
    if (first < BYTE_HALF || first > BYTE_DOUBLE)
        return fail(d, "not a float");
    if (!get_number(d, 2u << (first - BYTE_HALF), &bits))
        return false;
    if (first == BYTE_HALF)
        number = cbor_half((uint16_t)bits);
    else
        number = first == BYTE_SINGLE ? single_of((uint32_t)bits) : p_float(bits);

    Buf again = {0};
    cbor_put_float(&again, number);
    bool is_shortest =
        again.size == (size_t)(d->at - start) && memcmp(again.text, start, again.size) == 0;
    buf_drop(&again);
    *word = number != number ? 0x7ff8000000000000u : p_from_float(number);
    return is_shortest || fail(d, "a float that is longer than it must be");
}

static bool get_event(Decoder *d, PWord *word)
{
    if (!get_int(d, word))
        return false;
    return (*word != P_EVENT_NULL && *word < d->p->event_count) || fail(d, "no event");
}

static bool get_enum(Decoder *d, const PType *t, PWord *word)
{
    if (!get_int(d, word))
        return false;
    for (uint32_t i = 0; i < t->elem_count; i++)
        if (t->elems[i].value == (int64_t)*word)
            return true;
    return fail(d, "no element of the enum");
}

static bool get_bytes(Decoder *d, uint64_t size, const char **bytes)
{
    *bytes = d->at;
    if ((uint64_t)(d->end - d->at) < size)
        return fail(d, "the input ends too early");
    d->at += size;
    return true;
}

static bool get_address(Decoder *d, CborMachine *m)
{
    uint64_t size;
    if (!get_kind(d, MAJOR_BYTES, &size, "not a machine") || !get_bytes(d, size, &m->address))
        return false;
    m->address_size = size;
    return (size > 0 && size <= CBOR_ADDRESS_MAX) || fail(d, "not a machine");
}

static bool get_machine(Decoder *d, PWord *word)
{
    uint64_t count, permissions;
    CborMachine m = {0};

    if (!get_kind(d, MAJOR_ARRAY, &count, "not a machine"))
        return false;
    if (d->hooks ? count != 3 && count != 4 : count != 2)
        return fail(d, "not a machine");
    if (!get_kind(d, MAJOR_UINT, &m.number, "not a machine") ||
        !get_kind(d, MAJOR_UINT, &permissions, "not a machine"))
        return false;
    if (count > 2 && !get_kind(d, MAJOR_UINT, &m.incarnation, "not a machine"))
        return false;
    if (count > 3 && !get_address(d, &m))
        return false;
    if (permissions > d->p->set_count || m.number == 0 || (d->hooks && m.incarnation == 0))
        return fail(d, "no machine");
    uint64_t id = d->hooks ? d->hooks->to_machine(d->hooks->data, &m) : m.number;
    *word = permissions << 32 | id;
    return (id > 0 && id <= UINT32_MAX) || fail(d, "no machine");
}

// A piece of text or bytes, where it stands in the input.
static bool get_text(Decoder *d, const char **text, uint64_t *size)
{
    uint32_t major;

    if (!get_head(d, &major, size))
        return false;
    if (major != MAJOR_TEXT && major != MAJOR_BYTES)
        return fail(d, "not a string");
    if (!get_bytes(d, *size, text))
        return false;
    return cbor_is_utf8(*text, *size) == (major == MAJOR_TEXT) ||
           fail(d, "text that is no UTF-8, or bytes that are");
}

// The name of a machine in a text of `size` bytes, not before `least`.
static bool get_name(Decoder *d, uint64_t least, uint64_t size, TextName *name)
{
    uint64_t length;
    PWord machine;

    if (!get_kind(d, MAJOR_UINT, &name->at, "not a name") ||
        !get_kind(d, MAJOR_UINT, &length, "not a name"))
        return false;
    if (name->at < least || name->at > size || length == 0 || length > size - name->at ||
        length > UINT32_MAX)
        return fail(d, "a name outside of its text");
    name->size = (uint32_t)length;
    if (!get_machine(d, &machine))
        return false;
    name->machine = P_MACHINE_ID(machine);
    return machine >> 32 == 0 || fail(d, "a name with permissions");
}

static bool get_names(Decoder *d, const char *text, uint64_t size, uint64_t count, PWord *word)
{
    uint64_t least = 0;
    TextName *names = memory_zeroed(count, sizeof *names);

    for (uint64_t i = 0; i < count; i++) {
        if (!get_name(d, least, size, &names[i])) {
            free(names);
            return false;
        }
        least = names[i].at + names[i].size;
    }
    *word = text_with_names(text, size, names, count);
    free(names);
    return true;
}

static bool get_string(Decoder *d, PWord *word)
{
    enum { NAME_LEAST = 5 };  // bytes of a name
    bool has_names = d->at < d->end && (uint8_t)*d->at >> 5 == MAJOR_ARRAY;
    uint64_t count = 1, size;
    const char *text;

    if (has_names && !get_kind(d, MAJOR_ARRAY, &count, "not a string"))
        return false;
    if (count % 3 != 1 || (has_names && count == 1) ||
        count / 3 > (uint64_t)(d->end - d->at) / NAME_LEAST)
        return fail(d, "not a string");
    if (!get_text(d, &text, &size))
        return false;
    if (has_names)
        return get_names(d, text, size, count / 3, word);
    *word = p_string(text, size);
    return true;
}

static bool get_foreign(Decoder *d, const PType *t, PWord *word)
{
    uint64_t size;
    const char *bytes;

    if (!get_kind(d, MAJOR_BYTES, &size, "not a foreign value") || !get_bytes(d, size, &bytes))
        return false;
    void *value = t->foreign && t->foreign->decode ? t->foreign->decode(bytes, size) : NULL;
    if (!value)
        return fail(d, "no value of the foreign type");
    *word = p_foreign(t->foreign, value);
    return true;
}

static bool get_value(Decoder *d, uint32_t type, PWord *word, uint32_t depth);

static bool get_any(Decoder *d, PWord *word, uint32_t depth)
{
    uint64_t number;
    PWord value;

    if (!get_kind(d, MAJOR_ARRAY, &number, "not an any"))
        return false;
    if (number != 2)
        return fail(d, "not an any");
    if (!get_kind(d, MAJOR_UINT, &number, "no type"))
        return false;
    if (number >= d->p->type_count || d->p->types[number].kind == P_TYPE_ANY)
        return fail(d, "no type");
    uint32_t type = (uint32_t)number;
    if (!get_value(d, type, &value, depth + 1))
        return false;
    *word = p_box(d->p, type, value);
    return *word != 0 || fail(d, "a null with a type");
}

// The least number of bytes that an encoded value of the type has, not more than 255. A type
// contains itself only through `any`, so this ends.
static uint32_t least_size(const PProgram *p, uint32_t type)
{
    const PType *t = &p->types[type];
    uint32_t size = 1;

    if (t->kind != P_TYPE_TUPLE && t->kind != P_TYPE_NTUPLE)
        return size;
    for (uint32_t i = 0; i < t->count && size < 255; i++)
        size += least_size(p, t->parts[i]);
    return size < 255 ? size : 255;
}

// The count of a collection whose entries have at least `least` bytes, or of `each` parts.
static bool get_count(Decoder *d, uint64_t least, uint64_t each, uint64_t *count)
{
    assert(least >= each && each > 0);
    if (!get_kind(d, MAJOR_ARRAY, count, "not an array"))
        return false;
    if (*count % each)
        return fail(d, "a key without a value");
    *count /= each;
    if (*count > (uint64_t)(d->end - d->at) / least)
        return fail(d, "the input ends too early");
    return *count <= INT32_MAX || fail(d, "more parts than a collection can have");
}

static bool get_tuple(Decoder *d, const PType *t, PWord *word, uint32_t depth)
{
    uint64_t count;

    if (!get_count(d, 1, 1, &count))
        return false;
    if (count != t->count)
        return fail(d, "not as many parts as the tuple has");
    TupleNode *tuple = node_alloc(NODE_TUPLE, sizeof *tuple + t->count * sizeof(PWord));
    for (uint32_t i = 0; i < t->count; i++) {
        if (get_value(d, t->parts[i], &tuple->parts[i], depth + 1))
            continue;
        while (i-- > 0)
            p_release(d->p, t->parts[i], tuple->parts[i]);
        node_free(tuple);
        return false;
    }
    *word = node_word(tuple);
    return true;
}

// Reads one element, or one key and value, and adds it to the end of a collection. False also
// when a set or map already contains it.
static bool get_entry(Decoder *d, uint32_t type, PWord *list, uint32_t depth)
{
    const PType *t = &d->p->types[type];
    uint32_t size = p_size(*list);
    PWord key, value;
    assert(t->kind == P_TYPE_SEQ || t->kind == P_TYPE_SET || t->kind == P_TYPE_MAP);

    if (!get_value(d, t->parts[0], &key, depth + 1))
        return false;
    if (t->kind == P_TYPE_SEQ)
        return p_seq_insert(d->p, type, list, size, key, &d->ask);
    if (t->kind == P_TYPE_SET) {
        p_set_add(d->p, type, list, key);
    } else {
        if (!get_value(d, t->parts[1], &value, depth + 1)) {
            p_release(d->p, t->parts[0], key);
            return false;
        }
        p_map_set(d->p, type, list, key, value);
    }
    return p_size(*list) > size || fail(d, "an element or key twice");
}

static bool get_list(Decoder *d, uint32_t type, PWord *word, uint32_t depth)
{
    const PType *t = &d->p->types[type];
    uint64_t each = t->kind == P_TYPE_MAP ? 2 : 1, least = 0, count;
    PWord list = 0;

    for (uint32_t i = 0; i < each; i++)
        least += least_size(d->p, t->parts[i]);
    if (!get_count(d, least, each, &count))
        return false;
    for (uint64_t i = 0; i < count; i++)
        if (!get_entry(d, type, &list, depth)) {
            p_release(d->p, type, list);
            return false;
        }
    *word = list;
    return true;
}

static bool get_bool(Decoder *d, PWord *word)
{
    uint8_t byte;
    if (!get_byte(d, &byte))
        return false;
    *word = byte == BYTE_TRUE;
    return byte == BYTE_TRUE || byte == BYTE_FALSE || fail(d, "not a bool");
}

// Null is the encoding of the null of every type that has one.
static bool get_null(Decoder *d, PTypeKind kind)
{
    bool has_one = kind == P_TYPE_NULL || kind == P_TYPE_EVENT || kind == P_TYPE_MACHINE ||
                   kind == P_TYPE_FOREIGN || kind == P_TYPE_ANY;
    if (!has_one || d->at == d->end || (uint8_t)*d->at != BYTE_NULL)
        return false;
    d->at++;
    return true;
}

static bool get_value(Decoder *d, uint32_t type, PWord *word, uint32_t depth)
{
    const PType *t = &d->p->types[type];

    *word = 0;
    if (depth > CBOR_MOST_DEPTH)
        return fail(d, "the value is nested too deep");
    if (get_null(d, t->kind))
        return true;
    switch (t->kind) {
    case P_TYPE_NULL:
        return fail(d, "not null");
    case P_TYPE_BOOL:
        return get_bool(d, word);
    case P_TYPE_INT:
        return get_int(d, word);
    case P_TYPE_FLOAT:
        return get_float(d, word);
    case P_TYPE_EVENT:
        return get_event(d, word);
    case P_TYPE_MACHINE:
        return get_machine(d, word);
    case P_TYPE_ENUM:
        return get_enum(d, t, word);
    case P_TYPE_STRING:
        return get_string(d, word);
    case P_TYPE_ANY:
        return get_any(d, word, depth);
    case P_TYPE_FOREIGN:
        return get_foreign(d, t, word);
    case P_TYPE_TUPLE:
    case P_TYPE_NTUPLE:
        return get_tuple(d, t, word, depth);
    default:
        return get_list(d, type, word, depth);
    }
}

bool cbor_decode(const PProgram *p, uint32_t type, const char **at, const char *end,
                 const CborHooks *hooks, PWord *value, Err *err)
{
    Decoder d = {.p = p, .hooks = hooks, .start = *at, .at = *at, .end = end, .err = err};

    if (!get_value(&d, type, value, 0)) {
        *value = 0;
        return false;
    }
    assert(d.at > *at && d.at <= end);  // every value has at least one byte
    *at = d.at;
    return true;
}
