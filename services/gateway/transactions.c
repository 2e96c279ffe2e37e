// services/gateway/transactions.c: the functions that the machine Counter of services/live/commit.p leaves to C.

#include <plait/value.h>
#include <stdio.h>

#include "outside.h"

// As tVerdict in services/commit/operations.p.
enum { VERDICT_YES, VERDICT_NO };

// fun OpenCounter(who: machine): tDoor
bool P_FUN_OpenCounter(PForeignCall *call)
{
    return outside_open(call, LANGUAGE_TRANSACTIONS, 1);
}

// G. Fowler, L. Noll, P. Vo: FNV-1a; not negative.
static int64_t hash_of(const char *text, size_t size)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)text[i]) * 16777619u;
    return hash >> 1;
}

static PWord action_value(const Kept *k)
{
    const char *value = k->text + k->key_size;
    PWord parts[] = {
        (PWord)(int64_t)k->kind,
        p_string(k->text, k->key_size),
        p_string(value, k->value_size),
        p_string(value + k->value_size, k->expected_size),
        (PWord)hash_of(k->text, k->key_size),
    };
    return p_tuple(parts, 5);
}

static bool transaction_value(PForeignCall *call, uint32_t type, const Entry *first, PWord *result)
{
    const PProgram *p = call->program;
    uint32_t list_type = p->types[type].parts[1];
    PWord actions = p_default(p, list_type);

    for (uint32_t i = 0; i < first->size; i++)
        if (!p_seq_insert(p, list_type, &actions, i, action_value(&first[i].kept), call->ask))
            return false;
    *result = p_tuple((PWord[]){first->is_multi, actions}, 2);
    return true;
}

// fun NextTransactions(door: tDoor): (id: int, list: seq[tTransaction]); id 0: there is none
bool P_FUN_NextTransactions(PForeignCall *call)
{
    const PProgram *p = call->program;
    const Request *r = door_next(p_arg_foreign(call, 0));
    uint32_t type = p->types[call->result_type].parts[1];
    PWord list = p_default(p, type);

    for (uint32_t i = 0; r && i < r->count; i += r->entries[i].size) {
        PWord one;
        if (!transaction_value(call, p->types[type].parts[0], &r->entries[i], &one) ||
            !p_seq_insert(p, type, &list, p_size(list), one, call->ask))
            return false;
    }
    return p_result(call, p_tuple((PWord[]){r ? (PWord)r->id : 0, list}, 2));
}

static void give_outcome(Entry *e, PWord outcome)
{
    PWord results = p_tuple_part(outcome, 1);
    int64_t verdict = (int64_t)p_tuple_part(outcome, 0);
    char line[32];

    if (verdict == VERDICT_NO) {
        reply_line(&e->reply, "*-1");
        return;
    }
    if (verdict != VERDICT_YES || p_size(results) != e->size) {
        reply_error(&e->reply, "no replica has the content any more");
        return;
    }
    if (e->is_multi) {
        snprintf(line, sizeof line, "*%u", e->size);
        reply_line(&e->reply, line);
    }
    for (uint32_t i = 0; i < e->size; i++) {
        PWord result = p_element(results, i);
        size_t size;
        const char *text = p_string_text(p_tuple_part(result, 1), &size);
        reply_result(&e->reply, (ReplyKind)p_tuple_part(result, 0), text, size);
    }
}

// fun GiveOutcomes(door: tDoor, id: int, list: seq[tOutcome])
bool P_FUN_GiveOutcomes(PForeignCall *call)
{
    Door *door = p_arg_foreign(call, 0);
    Request *r = door_request(door, (uint64_t)p_arg_int(call, 1));
    PWord list = p_arg(call, 2);
    uint32_t given = 0;

    for (uint32_t i = 0; r && i < r->count && given < p_size(list); i += r->entries[i].size)
        give_outcome(&r->entries[i], p_element(list, given++));
    if (!r || given != p_size(list))
        return p_foreign_fail(call, "these are not the outcomes of a request");
    door_reply(door, r);
    return true;
}
