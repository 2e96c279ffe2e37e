// check/engine/channel.c: channels, in which events travel between containers.
//
// A channel is like a machine at rest that takes every event: its queue has the events that
// travel, and its step moves the first of them to the end of the target's queue. It holds its
// sender and its target as references, so that no new machine gets the path of one of them while
// events travel.

#include <string.h>

#include "check/engine/engine_impl.h"

// ---------------------------------------------------------------------------- local states

// Every event is taken, null is not.
static const uint8_t *wants_all(Engine *e)
{
    uint32_t events = e->program->event_count;
    const uint64_t key = UINT64_MAX;
    uint8_t *wants = map_get(&e->wants_of, key);
    if (wants)
        return wants;
    size_t size = wants_size(events) + 2 * e->event_words * sizeof(uint64_t);
    wants = arena_alloc(&e->arena, size);
    e->arena_bytes += size;
    memset(wants, WANTS_TAKE, events);
    wants[events] = false;
    memset(wants + wants_size(events), 0xff, e->event_words * sizeof(uint64_t));
    map_put(&e->wants_of, key, wants);
    return wants;
}

// Under the lock.
static uint32_t add_local(Stepper *h, uint32_t path, bool is_orphan)
{
    Engine *e = h->engine;
    const MachinePath *channel = path_at(e, path);
    pack_begin(h);
    pack_path(h, path);
    pack_plain(h, is_orphan);
    pack_ref(h, channel->creator);
    pack_ref(h, channel->to);
    return local_add(h, &(Local){
                            .path = path,
                            .kind = channel->kind,
                            .interface = path_at(e, channel->to)->interface,
                            .state = e->program->machines[channel->kind].start,
                            .receive = P_NONE,
                            .position = AT_REST,
                            .pending = {.count = is_orphan},
                            .wants = wants_all(e),
                        });
}

uint32_t channel_local(Stepper *h, uint32_t path, bool is_orphan)
{
    Engine *e = h->engine;
    uint64_t key = memo_key(path, is_orphan);
    const MemoEntry *known = memo_get(&e->channels, key);
    if (known)
        return known->to;
    pthread_mutex_lock(&e->lock);
    uint32_t local = add_local(h, path, is_orphan);
    if (!memo_get(&e->channels, key))
        memo_add(&e->channels, key, 0, local, 0);
    pthread_mutex_unlock(&e->lock);
    return local;
}

// -------------------------------------------------------------------------------- delivery

// The step is not plain: with the last event the channel ends.
static Outcome delivery(const Engine *e, uint32_t local, uint32_t message)
{
    uint32_t to = path_at(e, local_at(e, local)->path)->to;
    const Message *m = message_at(e, message);
    return (Outcome){
        .kind = OUT_STATE,
        .target = to,
        .message = message,
        .message_hash = m->hash.lo,
        .factor = path_factor(e, to),
        .self = local,
        .takes = true,
        .weight = 1,
        .taken = m->event,
        .sent = m->event,
        .sent_bit = m->event & 63,
        .sent_to = to,
        .moves = 1,
        .put_moves = 1,
    };
}

static const uint32_t alternatives[] = {0, 1};

// The sender has crashed: the events that still travel are lost.
static Outcome loss(const Engine *e, uint32_t local)
{
    return (Outcome){
        .kind = OUT_STATE,
        .delta = 0 - local_head(e, local)->hash,
        .weight = 2,
        .cost = 1,
        .choices_off_first = 1,
        .choices = alternatives + 1,
        .choice_count = 1,
        .taken = P_NONE,
        .sent = P_NONE,
        .moves = 1,
    };
}

const Row *channel_row(Stepper *h, uint32_t local, uint32_t message)
{
    Engine *e = h->engine;
    bool is_orphan = channel_is_orphan(e, local);
    Row *row;
    if (e->options.has_memo) {
        pthread_mutex_lock(&e->lock);
        row = row_keep(e, is_orphan ? 2 : 1);
        pthread_mutex_unlock(&e->lock);
    } else {
        row = row_new(&h->arena, is_orphan ? 2 : 1);
    }
    row->factor = path_factor(e, local_at(e, local)->path);
    row->count = 1;
    row->takes = true;
    row->outcomes[0] = delivery(e, local, message);
    if (is_orphan) {
        row->count = 2;
        row->outcomes[0].choices = alternatives;
        row->outcomes[0].choice_count = 1;
        row->outcomes[0].put_choice_count = 1;  // it is made before the event arrives
        row->outcomes[0].weight = 2;
        row->outcomes[1] = loss(e, local);
    }
    return row;
}
