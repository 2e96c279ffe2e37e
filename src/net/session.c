// net/session.c: two incarnations of containers that talk.

#include "net/session.h"

#include <string.h>

#include "base/err.h"

enum {
    WRITE_AHEAD = 256 << 10,  // bytes that wait for the transport
};

const SessionLimits session_limits = {
    .window = 1 << 20,
    .soft = 1 << 20,
    .hard = 256 << 20,
    .beat = 100000,
    .suspicion = 1000000,
};

void session_suspect_after(SessionLimits *l, uint64_t microseconds)
{
    l->suspicion = microseconds;
    if (l->beat > microseconds / 4)
        l->beat = microseconds / 4;
}

// --------------------------------------------------------------------------------- life

void session_init(Session *s, uint64_t peer, uint64_t first, const SessionLimits *limits,
                  const SessionEvents *events, uint64_t now)
{
    *s = (Session){
        .peer = peer,
        .limits = *limits,
        .events = *events,
        .written_max = first,
        .delivered = first - 1,
        .window = limits->window,
        .heard = now,
        .spoken = now,
        .left = now,
    };
    outbox_init(&s->outbox, first);
}

void session_drop(Session *s)
{
    outbox_drop(&s->outbox);
}

void session_end(Session *s, SessionEnd how)
{
    assert(how != SESSION_GOES_ON);
    if (s->end)
        return;
    s->end = how;
    s->is_connected = false;
    outbox_drop(&s->outbox);
    if (s->events.ended)
        s->events.ended(s->events.owner, s, how);
}

static void look_crowded(Session *s)
{
    // It must fall to half, so that the owner is not told for every message.
    uint64_t limit = s->is_crowded ? s->limits.soft / 2 : s->limits.soft;
    bool is_crowded = outbox_count(&s->outbox) > limit;

    if (is_crowded == s->is_crowded)
        return;
    s->is_crowded = is_crowded;
    if (s->events.crowded)
        s->events.crowded(s->events.owner, s, is_crowded);
}

Sent session_send(Session *s, const void *message, uint32_t count)
{
    if (s->end)
        return SENT_NOWHERE;
    if (count > MESSAGE_MAX)
        return SENT_TOO_LARGE;
    if (outbox_count(&s->outbox) + MESSAGE_HEADER + count > s->limits.hard) {
        session_end(s, SESSION_CUT_HERE);
        return SENT_NOWHERE;
    }
    outbox_add(&s->outbox, message, count);
    s->counts.sent++;
    look_crowded(s);
    return SENT;
}

void session_grant(Session *s, uint32_t window)
{
    s->window = window;
}

// --------------------------------------------------------------------------- connections

static void hear(Session *s, uint64_t now)
{
    s->heard = now;
    if (!s->is_suspected)
        return;
    s->is_suspected = false;
    if (s->events.suspected)
        s->events.suspected(s->events.owner, s, false);
}

bool session_has_more(const Session *s, uint64_t delivered)
{
    return delivered + 1 < s->outbox.first;
}

bool session_join(Session *s, uint64_t delivered, uint32_t credit, uint64_t now)
{
    assert(!s->end && !s->is_connected);
    // A peer of this incarnation cannot forget what it had, or have what was never written.
    if (delivered >= s->written_max || !outbox_rewind(&s->outbox, delivered)) {
        session_end(s, SESSION_CUT_HERE);
        return false;
    }
    s->credit = credit;
    s->is_connected = true;
    s->spoken = now;
    s->said_delivered = s->delivered;
    s->said_window = s->window;
    s->counts.connections++;
    hear(s, now);
    look_crowded(s);
    return true;
}

void session_leave(Session *s, uint64_t now)
{
    if (s->is_connected)
        s->left = now;
    s->is_connected = false;
}

// --------------------------------------------------------------------------------- reading

// False: the lengths of the messages do not fill the body exactly. Those before the wrong one are
// delivered: the peer has sent them.
static bool read_data(Session *s, const Frame *f, const uint8_t *body)
{
    const uint8_t *end = body + f->length;
    uint64_t number = f->number;

    if (f->length == 0)
        return false;
    for (; body < end && !s->end; number++) {
        size_t left = (size_t)(end - body);
        if (left < MESSAGE_HEADER || left - MESSAGE_HEADER < message_length(body) ||
            number == UINT64_MAX)
            return false;
        uint32_t length = message_length(body);
        if (number <= s->delivered) {
            s->counts.duplicates++;
        } else {
            s->delivered = number;
            s->counts.delivered++;
            s->events.deliver(s->events.owner, s, body + MESSAGE_HEADER, length);
        }
        body += MESSAGE_HEADER + length;
    }
    return true;
}

bool session_read(Session *s, const Frame *f, const uint8_t *body, uint64_t now)
{
    assert(s->is_connected);
    hear(s, now);
    if (f->type == FRAME_CUT) {
        session_end(s, SESSION_CUT_THERE);
        return true;
    }
    if (f->type == FRAME_HELLO || (f->type == FRAME_ACK && f->length > 0))
        return false;
    if (f->number == 0 || f->number > s->delivered + 1)
        return false;  // something is missing between the last frame and this one
    if (!outbox_acknowledge(&s->outbox, f->ack))
        return false;
    s->credit = f->credit;
    look_crowded(s);
    return f->type != FRAME_DATA || read_data(s, f, body);
}

// --------------------------------------------------------------------------------- writing

static void write_frame(Session *s, Bytes *out, Frame f, const uint8_t *body, uint64_t now)
{
    uint8_t *at = bytes_room(out, FRAME_HEADER + f.length);

    f.ack = s->delivered;
    f.credit = s->window;
    if (body)
        memcpy(at + FRAME_HEADER, body, f.length);
    frame_write(at, &f, at + FRAME_HEADER);
    bytes_added(out, FRAME_HEADER + f.length);
    s->said_delivered = s->delivered;
    s->said_window = s->window;
    s->spoken = now;
}

// The part of the outbox for the next frame.
static size_t next_part(const Session *s, uint64_t *messages)
{
    const Outbox *o = &s->outbox;
    size_t on_the_way = outbox_on_the_way(o);

    *messages = 0;
    if (s->credit <= on_the_way)
        return 0;
    size_t most = s->credit - on_the_way;
    size_t bytes = outbox_part(o, most < OUTBOX_PART ? most : OUTBOX_PART, false, messages);
    if (*messages > 0)
        return bytes;
    // A large message has a large frame. One that is larger than the window may go alone.
    return outbox_part(o, most < FRAME_BODY_MAX ? most : FRAME_BODY_MAX, on_the_way == 0, messages);
}

// One frame with messages. False: there are none, or there is no credit for them.
static bool write_data(Session *s, Bytes *out, uint64_t epoch, uint64_t now)
{
    Outbox *o = &s->outbox;
    uint64_t messages;
    size_t bytes = next_part(s, &messages);
    if (messages == 0)
        return false;

    Frame f = {FRAME_DATA, (uint32_t)bytes, epoch, .number = o->next};
    write_frame(s, out, f, bytes_front(&o->bytes) + o->next_at, now);
    outbox_written(o, bytes, messages);
    if (o->next > s->written_max) {
        s->counts.repeated += messages - (o->next - s->written_max);
        s->written_max = o->next;
    } else {
        s->counts.repeated += messages;
    }
    return true;
}

static bool is_word_due(const Session *s, uint64_t now)
{
    return s->said_delivered != s->delivered || s->said_window != s->window ||
           now >= s->spoken + s->limits.beat;
}

bool session_write(Session *s, Bytes *out, uint64_t epoch, uint64_t now)
{
    bool has_written = false;

    if (!s->is_connected)
        return false;
    while (bytes_count(out) < WRITE_AHEAD && write_data(s, out, epoch, now))
        has_written = true;
    if (is_word_due(s, now)) {
        write_frame(s, out, (Frame){FRAME_ACK, 0, epoch, .number = s->outbox.next}, NULL, now);
        has_written = true;
    }
    return has_written;
}

// ---------------------------------------------------------------------------------- time

static uint64_t give_up_at(const Session *s)
{
    return s->limits.give_up && !s->is_connected ? s->left + s->limits.give_up : UINT64_MAX;
}

bool session_tick(Session *s, uint64_t now)
{
    if (s->end)
        return true;
    if (now >= s->heard + s->limits.suspicion && !s->is_suspected) {
        s->is_suspected = true;
        if (s->events.suspected)
            s->events.suspected(s->events.owner, s, true);
    }
    if (now >= give_up_at(s))
        session_end(s, SESSION_CUT_HERE);
    return !(s->is_connected && s->is_suspected);
}

uint64_t session_wake(const Session *s, bool can_write)
{
    uint64_t wake = give_up_at(s);

    if (s->end)
        return UINT64_MAX;
    if (!s->is_suspected && s->heard + s->limits.suspicion < wake)
        wake = s->heard + s->limits.suspicion;
    if (s->is_connected && can_write && s->spoken + s->limits.beat < wake)
        wake = s->spoken + s->limits.beat;
    return wake;
}
