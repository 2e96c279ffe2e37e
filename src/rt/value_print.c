// rt/value_print.c: values as text, as P prints them.
//
//     null  true  -3  2.5  eEvent  Server(3)  RED
//     text          a string; "te\"xt" as a part of another value
//     (1, 2)        a sequence; () is an empty sequence, set or map
//     (<1>, <2>)    a set, in order of insertion
//     (<1->2>, <3->4>)  a map
//     <1,2,>        a tuple
//     <x:1, y:2, >  a named tuple
//
// A float has the fewest digits from which the same float can be read again, and no point when it
// is an integer: 2.5, 2, 1E+15, 1E-05, NaN, Infinity.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "rt/value_impl.h"

static void write_str(const PPrinter *out, const char *text)
{
    out->write(out->to, text, strlen(text));
}

// -------------------------------------------------------------------------------- floats

// The fewest digits that give the same float, and the exponent of the first one: 0.25 is "25"
// and -1.
static int shortest_digits(double number, char digits[24])
{
    char text[FLOAT_TEXT_MAX];
    for (int precision = 0; precision <= 16; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, number);
        if (strtod(text, NULL) == number)
            break;
    }
    size_t count = 0;
    const char *at = text;
    for (; *at != 'e'; at++)
        if (*at >= '0' && *at <= '9')
            digits[count++] = *at;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    assert(count > 0 && count < 24);
    digits[count] = '\0';
    return atoi(at + 1);
}

static size_t put(char *to, size_t used, const char *text)
{
    size_t size = strlen(text);
    assert(used + size < FLOAT_TEXT_MAX);
    memcpy(to + used, text, size + 1);
    return used + size;
}

static size_t put_zeros(char *to, size_t used, int count)
{
    for (int i = 0; i < count; i++)
        to[used++] = '0';
    return used;
}

size_t float_text(double number, char text[FLOAT_TEXT_MAX])
{
    char digits[24];
    size_t used = 0;

    if (number != number)
        return put(text, 0, "NaN");
    if (number < 0 || p_from_float(number) >> 63) {
        used = put(text, used, "-");
        number = -number;
    }
    if (number > 1.7976931348623157e308)
        return put(text, used, "Infinity");

    int place = shortest_digits(number, digits), count = (int)strlen(digits);
    if (place >= 15 || place <= -5) {
        text[used++] = digits[0];
        if (count > 1)
            text[used++] = '.';
        used = put(text, used, digits + 1);
        return used + (size_t)sprintf(text + used, "E%c%02d", place < 0 ? '-' : '+', abs(place));
    }
    if (place < 0) {
        used = put(text, used, "0.");
        used = put_zeros(text, used, -place - 1);
        return put(text, used, digits);
    }
    for (int i = 0; i < count || i <= place; i++) {
        if (i == place + 1)
            text[used++] = '.';
        text[used++] = i < count ? digits[i] : '0';
    }
    assert(used < FLOAT_TEXT_MAX);
    text[used] = '\0';
    return used;
}

// --------------------------------------------------------------------------------- parts

static void print_quoted(const PPrinter *out, const char *text, size_t size)
{
    static const char escaped[] = "\"\\\n\t\r", letters[] = "\"\\ntr";
    size_t done = 0, at = 0;

    write_str(out, "\"");
    while (at < size) {
        unsigned char c = (unsigned char)text[at];
        size_t length = utf8_size(text + at, size - at);
        const char *special = c ? strchr(escaped, c) : NULL;
        if (!special && length > 0 && c >= 0x20 && c != 0x7f) {
            at += length;
            continue;
        }
        char code[8];
        if (special)
            snprintf(code, sizeof code, "\\%c", letters[special - escaped]);
        else
            snprintf(code, sizeof code, "\\x%02x", c);
        out->write(out->to, text + done, at - done);
        write_str(out, code);
        done = ++at;
    }
    out->write(out->to, text + done, size - done);
    write_str(out, "\"");
}

// Prints a piece of text that names a machine.
static void print_name(const PPrinter *out, uint32_t machine, const char *name, size_t size)
{
    if (out->mention)
        out->mention(out->to, machine, size);
    out->write(out->to, name, size);
}

static void print_string(const PPrinter *out, PWord word, bool is_part)
{
    size_t size, done = 0;
    const char *text = p_string_text(word, &size);
    if (is_part && out->quotes) {
        print_quoted(out, text, size);
        return;
    }
    uint64_t count;
    const TextName *names = text_names(word, &count);
    for (uint64_t i = 0; i < count; i++) {
        assert(names[i].at >= done && names[i].at + names[i].size <= size);
        out->write(out->to, text + done, names[i].at - done);
        print_name(out, names[i].machine, text + names[i].at, names[i].size);
        done = names[i].at + names[i].size;
    }
    out->write(out->to, text + done, size - done);
}

static void print_int(const PPrinter *out, PWord word)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, (int64_t)word);
    write_str(out, text);
}

static void print_enum(const PPrinter *out, const PType *t, PWord word)
{
    for (uint32_t i = 0; i < t->elem_count; i++)
        if (t->elems[i].value == (int64_t)word) {
            write_str(out, t->elems[i].name);
            return;
        }
    print_int(out, word);
}

// The function that names machines when the printer has none.
static _Thread_local struct {
    const char *(*name)(void *to, uint32_t machine);
    void *to;
} host;

void p_name_machines(const char *(*name)(void *to, uint32_t machine), void *to)
{
    host.name = name;
    host.to = to;
}

const char *p_machine_name(uint32_t machine)
{
    static _Thread_local char text[32];
    const char *name = host.name ? host.name(host.to, machine) : NULL;
    if (!name)
        snprintf(text, sizeof text, "Machine(%" PRIu32 ")", machine);
    return name ? name : text;
}

static void print_machine(const PPrinter *out, PWord word)
{
    uint32_t id = P_MACHINE_ID(word);
    assert(id != 0);  // null has the kind P_TYPE_NULL
    const char *name = out->name ? out->name(out->to, id) : NULL;
    if (!name)
        name = p_machine_name(id);
    print_name(out, id, name, strlen(name));
}

static void print_foreign(const PPrinter *out, PWord word)
{
    const ForeignNode *node = node_of(word);
    if (node->type->print)
        node->type->print(node->value, out->write, out->to);
    else
        write_str(out, node->type->name);
}

static void print_flat(const PProgram *p, const View *v, const PPrinter *out, bool is_part)
{
    char text[FLOAT_TEXT_MAX];

    switch (v->kind) {
    case P_TYPE_NULL:
        write_str(out, "null");
        break;
    case P_TYPE_BOOL:
        write_str(out, v->word ? "true" : "false");
        break;
    case P_TYPE_FLOAT:
        out->write(out->to, text, float_text(p_float(v->word), text));
        break;
    case P_TYPE_EVENT:
        assert(v->word < p->event_count);
        write_str(out, p->events[v->word].name);
        break;
    case P_TYPE_MACHINE:
        print_machine(out, v->word);
        break;
    case P_TYPE_ENUM:
        print_enum(out, v->type, v->word);
        break;
    case P_TYPE_STRING:
        print_string(out, v->word, is_part);
        break;
    case P_TYPE_FOREIGN:
        print_foreign(out, v->word);
        break;
    default:
        print_int(out, v->word);
        break;
    }
}

// -------------------------------------------------------------------------------- wholes

// Prints the text before part i, or after the last part.
static void print_between(const View *v, uint64_t i, uint64_t size, const PPrinter *out)
{
    bool is_first = i == 0, is_end = i == size;

    switch (v->kind) {
    case P_TYPE_SEQ:
        write_str(out, is_end ? (is_first ? "()" : ")") : is_first ? "(" : ", ");
        break;
    case P_TYPE_SET:
        write_str(out, is_end ? (is_first ? "()" : ">)") : is_first ? "(<" : ">, <");
        break;
    case P_TYPE_MAP:
        if (i % 2 == 1)
            write_str(out, "->");
        else
            write_str(out, is_end ? (is_first ? "()" : ">)") : is_first ? "(<" : ">, <");
        break;
    case P_TYPE_TUPLE:
        write_str(out, is_end ? (is_first ? "<>" : ",>") : is_first ? "<" : ",");
        break;
    default:
        write_str(out, is_end ? (is_first ? "<>" : ", >") : is_first ? "<" : ", ");
        if (!is_end) {
            write_str(out, v->type->fields[i]);
            write_str(out, ":");
        }
        break;
    }
}

void p_print(const PProgram *p, uint32_t type, PWord value, const PPrinter *printer)
{
    View v = view_of(p, type, value);
    if (!view_is_deep(&v)) {
        print_flat(p, &v, printer, false);
        return;
    }

    ValuePath path;
    path_init(&path);
    path_push(&path, v);
    while (path.count > 0) {
        PathStep *step = path_top(&path);
        print_between(&step->a, step->i, step->size, printer);
        if (step->i == step->size) {
            path.count--;
            continue;
        }
        View part = view_part(p, &step->a, step->i++);
        if (view_is_deep(&part))
            path_push(&path, part);
        else
            print_flat(p, &part, printer, true);
    }
    path_drop(&path);
}
