// view/view_actors.c: the machines and monitors of an execution, as they were last seen.
//
// A change is `[index,{"s":state,"t":temperature,"v":[[variable,text],...],"q":[[removed],
// [sent]],"h":1}]`; members that did not change are left out. What is removed from a queue are
// places, counted before the removal; what is added are the steps that sent it.

#include "view/view_actors.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/memory.h"

void view_actors_drop(ViewActors *a)
{
    for (uint32_t i = 0; i < a->count; i++) {
        ViewActor *one = &a->items[i];
        const PMachineInfo *info = one->values ? &a->program->machines[one->kind] : NULL;
        for (uint32_t k = 0; info && k < info->var_count; k++) {
            p_release(a->program, info->var_types[k], one->values[k]);
            free(one->texts[k]);
        }
        free(one->values);
        free(one->texts);
        free(one->queue);
        free(one->name);
    }
    free(a->items);
    free(a->by_number);
    buf_drop(&a->change);
    *a = (ViewActors){0};
}

// -------------------------------------------------------------------------------- names

// The number in "Server(3)"; 0 when there is none, or too large a one.
static uint32_t number_in(const char *name)
{
    const char *bracket = strrchr(name, '(');
    unsigned long number = bracket ? strtoul(bracket + 1, NULL, 10) : 0;
    return number < 1u << 28 ? (uint32_t)number : 0;
}

uint32_t view_actors_find(const ViewActors *a, const char *name)
{
    uint32_t number = name ? number_in(name) : 0;
    if (!name)
        return P_NONE;
    if (number && number < a->number_capacity && a->by_number[number] != P_NONE)
        return a->by_number[number];
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i].name, name) == 0)
            return i;
    return P_NONE;
}

static void remember_number(ViewActors *a, uint32_t number, uint32_t index)
{
    uint32_t before = a->number_capacity;
    MEMORY_GROW(a->by_number, number + 1, a->number_capacity);
    for (uint32_t i = before; i < a->number_capacity; i++)
        a->by_number[i] = P_NONE;
    a->by_number[number] = index;
}

void view_actors_add(ViewActors *a, const char *name, bool is_monitor, uint32_t step)
{
    if (view_actors_find(a, name) != P_NONE)
        return;
    uint32_t number = is_monitor ? 0 : number_in(name), index = a->count;
    MEMORY_GROW(a->items, a->count + 1, a->capacity);
    a->items[a->count++] = (ViewActor){
        .name = memory_copy_text(name),
        .is_monitor = is_monitor,
        .number = number,
        .kind = P_NONE,
        .state = P_NONE,
        .created = step,
    };
    // A file from outside may have any numbers: only those in a row are remembered.
    if (number && number <= a->count + 16)
        remember_number(a, number, index);
}

// ------------------------------------------------------------------------------ variables

typedef struct Printed {
    Buf text;
    const Execution *execution;
} Printed;

static void write_value(void *to, const char *text, size_t size)
{
    buf_add(&((Printed *)to)->text, text, size);
}

static const char *machine_name(void *to, uint32_t machine)
{
    return execution_name(((Printed *)to)->execution, machine);
}

char *view_print_value(const Execution *x, const PProgram *p, uint32_t type, PWord value)
{
    Printed to = {.execution = x};
    PPrinter printer = {.write = write_value, .to = &to, .name = machine_name, .quotes = true};
    const char *quote = p->types[type].kind == P_TYPE_STRING ? "\"" : "";
    buf_str(&to.text, quote);
    p_print(p, type, value, &printer);
    buf_str(&to.text, quote);
    return to.text.text ? to.text.text : memory_copy_text("");
}

static void add_quoted(Buf *b, const char *text)
{
    buf_char(b, '"');
    text_json(b, text, strlen(text));
    buf_char(b, '"');
}

static void compare_variable(ViewActors *a, ViewActor *one, const Machine *m, uint32_t i, Buf *list)
{
    uint32_t type = a->program->machines[one->kind].var_types[i];
    PWord now = m->shared.vars[i];

    if (one->texts[i] && one->values[i] == now)
        return;
    char *text = view_print_value(a->execution, a->program, type, now);
    p_retain(a->program, type, now);
    p_release(a->program, type, one->values[i]);
    one->values[i] = now;
    if (one->texts[i] && strcmp(one->texts[i], text) == 0) {
        free(text);
        return;
    }
    free(one->texts[i]);
    one->texts[i] = text;
    buf_print(list, "%s[%" PRIu32 ",", list->size ? "," : "", i);
    add_quoted(list, text);
    buf_char(list, ']');
}

static void compare_variables(ViewActors *a, ViewActor *one, const Machine *m, Buf *change)
{
    uint32_t count = a->program->machines[one->kind].var_count;
    Buf list = {0};

    if (!one->values) {
        one->values = memory_zeroed(count, sizeof *one->values);
        one->texts = memory_zeroed(count, sizeof *one->texts);
    }
    for (uint32_t i = 0; i < count; i++)
        compare_variable(a, one, m, i, &list);
    if (list.size)
        buf_print(change, "%s\"v\":[%s]", change->size ? "," : "", list.text);
    buf_drop(&list);
}

// ----------------------------------------------------------------------------------- state

static void compare_state(const ViewActors *a, ViewActor *one, const Machine *m, Buf *change)
{
    static const char *const temperatures[] = {"warm", "hot", "cold"};
    uint32_t state = machine_state(m);

    if (state == one->state || state == P_NONE)
        return;
    one->state = state;
    buf_print(change, "%s\"s\":", change->size ? "," : "");
    add_quoted(change, a->program->states[state].name);
    if (one->is_monitor)
        buf_print(change, ",\"t\":\"%s\"", temperatures[a->program->states[state].temperature]);
}

// ---------------------------------------------------------------------------------- queues

static bool is_same_mail(const ViewActors *a, const ViewActor *one, uint32_t old, uint32_t now)
{
    return one->queue[old].event == execution_queue_event(a->execution, one->number, now) &&
           one->queue[old].payload == execution_queue_payload(a->execution, one->number, now);
}

// Whether the queue begins with what was there before.
static bool is_beginning(const ViewActors *a, const ViewActor *one, uint32_t count)
{
    for (uint32_t i = 0; i < one->queue_count; i++)
        if (i >= count || !is_same_mail(a, one, i, i))
            return false;
    return true;
}

// Lists the places that were removed. Compares from the end: of two equal events the older one
// was taken.
static void find_removed(const ViewActors *a, ViewActor *one, uint32_t count, Buf *list)
{
    bool *is_gone = memory_zeroed(one->queue_count, sizeof *is_gone);
    uint32_t now = count, kept = 0;

    for (uint32_t old = one->queue_count; old-- > 0;) {
        is_gone[old] = now == 0 || !is_same_mail(a, one, old, now - 1);
        now -= !is_gone[old];
    }
    // A fault may change a queue between two looks: then all of it is new.
    for (uint32_t i = 0; i < one->queue_count && now > 0; i++)
        is_gone[i] = true;
    for (uint32_t i = 0; i < one->queue_count; i++) {
        if (is_gone[i])
            buf_print(list, "%s%" PRIu32, list->size ? "," : "", i);
        else
            one->queue[kept++] = one->queue[i];
    }
    one->queue_count = kept;
    free(is_gone);
}

static void find_added(const ViewActors *a, ViewActor *one, uint32_t count, uint32_t sent,
                       Buf *list)
{
    while (one->queue_count < count) {
        uint32_t place = one->queue_count;
        MEMORY_GROW(one->queue, place + 1, one->queue_capacity);
        one->queue[one->queue_count++] = (ViewMail){
            .event = execution_queue_event(a->execution, one->number, place),
            .payload = execution_queue_payload(a->execution, one->number, place),
            .sent = sent,
        };
        buf_print(list, "%s%" PRIu32, list->size ? "," : "", sent);
    }
}

static void compare_queue(const ViewActors *a, ViewActor *one, uint32_t sent, Buf *change)
{
    uint32_t count = execution_queue_count(a->execution, one->number);
    Buf removed = {0}, added = {0};

    if (!is_beginning(a, one, count))
        find_removed(a, one, count, &removed);
    find_added(a, one, count, sent, &added);
    if (removed.size || added.size)
        buf_print(change, "%s\"q\":[[%s],[%s]]", change->size ? "," : "", buf_text(&removed),
                  buf_text(&added));
    buf_drop(&removed);
    buf_drop(&added);
}

// ------------------------------------------------------------------------------------- all

static void add_change(ViewActors *a, uint32_t index, Buf *changes)
{
    if (a->change.size)
        buf_print(changes, "%s[%" PRIu32 ",{%s}]", changes->size ? "," : "", index, a->change.text);
    a->change.size = 0;
}

static bool is_gone(const ViewActors *a, const ViewActor *one)
{
    return one->has_halted ||
           (!one->is_monitor && execution_position(a->execution, one->number) == POSITION_HALTED);
}

void view_actors_compare(ViewActors *a, uint32_t index, const Machine *m, uint32_t sent,
                         Buf *changes)
{
    ViewActor *one = &a->items[index];
    if (is_gone(a, one))
        return;
    one->kind = m->kind;
    compare_state(a, one, m, &a->change);
    compare_variables(a, one, m, &a->change);
    if (!one->is_monitor)
        compare_queue(a, one, sent, &a->change);
    add_change(a, index, changes);
}

void view_actors_compare_queue(ViewActors *a, uint32_t index, uint32_t sent, Buf *changes)
{
    if (is_gone(a, &a->items[index]))
        return;
    compare_queue(a, &a->items[index], sent, &a->change);
    add_change(a, index, changes);
}

void view_actors_halt(ViewActors *a, uint32_t index, Buf *changes)
{
    a->items[index].has_halted = true;
    a->items[index].queue_count = 0;
    buf_str(&a->change, "\"h\":1");
    add_change(a, index, changes);
}
