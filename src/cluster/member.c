// cluster/member.c: a container that is a process of its own.

#include "cluster/member.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "cluster/cpu_share.h"
#include "cluster/link.h"
#include "cluster/trace_files.h"
#include "net/address.h"
#include "net/loop.h"
#include "run/elsewhere.h"

enum {
    TURN_EVENTS = 1000,
    IDLE_WAIT = 1000000,  // microseconds
    CALL_WAIT = 50000,    // without a line to the manager
};

typedef struct Member {
    const MemberSetup *setup;
    Loop *loop;
    Container *container;
    uint64_t next_new;
    Link link;
    Grants grants;
    bool is_waiting;      // in a handler, for an address
    uint64_t unanswered;  // a probe that came then
    char refusal[256];    // why there is none; "": not known
    ControlKind end;      // CONTROL_REST or CONTROL_STOP: it is to end
    bool is_alone;        // the manager is gone
    bool is_refused;      // a container that it wanted
    TraceFiles trace;
    CpuShare share;
    int outside;  // readable when C of the program has posted; -1: the program has no C
} Member;

// --------------------------------------------------------------------------------- manager

static bool never_gone(void *data, uint64_t incarnation)
{
    (void)data, (void)incarnation;
    return false;
}

static void answer(Member *m, uint64_t number)
{
    const ContainerCounts *counts = container_counts(m->container);
    bool is_at_rest = !container_is_busy(m->container) && !container_expects_posts(m->container) &&
                      container_is_settled(m->container, never_gone, NULL);

    PlaitResult result;

    plait_result(container_runtime(m->container), &result);
    link_tell(&m->link,
              &(ControlWord){CONTROL_STATE, .number = number, .sent = counts->sent,
                             .delivered = counts->delivered, .is_at_rest = is_at_rest,
                             .stale = counts->stale, .refused = counts->refused,
                             .ended = counts->ended, .strangers = loop_refused(m->loop),
                             .machines = result.created, .halted = result.halted,
                             .events = result.events,
                             .traced = trace_files_written(&m->trace, m->container)},
              NULL, 0, -1);
}

static void lose_manager(Member *m)
{
    if (!m->setup->node) {
        m->is_alone = true;
        return;
    }
    loop_unwatch(m->loop, m->link.socket);
    link_lost(&m->link);
}

static void probed(Member *m, uint64_t number)
{
    if (m->is_waiting)
        m->unanswered = number;
    else
        answer(m, number);
}

static void died(Member *m, const ControlWord *word)
{
    container_forget(m->container, word->incarnation);
    if (word->number)
        grants_again(&m->grants, word->incarnation, word->number);
    else
        grants_ended(&m->grants, word->incarnation);
}

static void refused(Member *m, const ControlWord *word, const char *why)
{
    snprintf(m->refusal, sizeof m->refusal, "%.255s", why);
    if (!word->incarnation)
        return;
    link_confirmed(&m->link, word->incarnation);
    m->is_refused = true;
}

// New connections show the newer certificate; those that stand go on.
static void renew(const Member *m, const char *pem)
{
    const MemberSetup *setup = m->setup;
    Err err = {0};

    if (setup->identity && !tls_identity_renew(setup->identity, pem, &err))
        fprintf(stderr, "container %" PRIx64 ": %s\n", setup->incarnation, err.text);
}

static void take_word(Member *m, const ControlWord *word, const char *text)
{
    switch ((ControlKind)word->kind) {
    case CONTROL_PROBE:
        probed(m, word->number);
        break;
    case CONTROL_DEAD:
        died(m, word);
        break;
    case CONTROL_DRAIN:
        container_close(m->container);
        break;
    case CONTROL_REST:
    case CONTROL_STOP:
        m->end = (ControlKind)word->kind;
        break;
    case CONTROL_GRANT:
        grants_add(&m->grants, text);
        break;
    case CONTROL_REFUSED:
        refused(m, word, text);
        break;
    case CONTROL_PLACED:
        link_confirmed(&m->link, word->incarnation);
        break;
    case CONTROL_REPEAT:
        link_repeat(&m->link);
        break;
    case CONTROL_RENEW:
        renew(m, text);
        break;
    case CONTROL_WANT:
    case CONTROL_STATE:
    case CONTROL_HELLO:
    case CONTROL_ASK:
    case CONTROL_OVER:
        break;  // are never sent to a container
    }
}

static void listen_to_manager(void *data)
{
    Member *m = data;
    ControlWord word;
    static char bytes[sizeof word + CONTROL_TEXT_MAX + 1];
    ssize_t count = recv(m->link.socket, bytes, sizeof bytes - 1, MSG_DONTWAIT);

    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count < (ssize_t)sizeof word) {
        lose_manager(m);
        return;
    }
    bytes[count] = '\0';
    memcpy(&word, bytes, sizeof word);
    take_word(m, &word, bytes + sizeof word);
    if (word.kind == CONTROL_RENEW)
        explicit_bzero(bytes, (size_t)count);
}

// Whether there is a line to the manager; a new one is watched.
static bool has_manager(Member *m, Err *err)
{
    if (link_call(&m->link) && !loop_watch(m->loop, m->link.socket, listen_to_manager, m, err))
        return false;
    return m->link.socket >= 0;
}

// ------------------------------------------------------------------------------- container

static uint64_t now(void *owner)
{
    (void)owner;
    return loop_now();
}

static bool is_apart(void *owner, uint32_t kind)
{
    const MemberSetup *setup = ((Member *)owner)->setup;
    return setup->is_apart(setup->owner, kind);
}

static void write_local(const Member *m, uint64_t incarnation, char *address)
{
    snprintf(address, ADDRESS_MAX + 1, "unix:%s/%" PRIx64, m->setup->folder, incarnation);
}

static void write_address(int listener, char *address)
{
    char *text = address_text(listener, "");

    snprintf(address, ADDRESS_MAX + 1, "%s", text);
    free(text);
}

// A handler waits here, and all machines of the container with it, when more containers are created
// than addresses were granted in advance, until the manager of the cluster has answered.
static void wait_for_grant(Member *m)
{
    Err err = {0};

    m->refusal[0] = '\0';
    m->is_waiting = true;
    link_tell(&m->link, &(ControlWord){.kind = CONTROL_ASK}, NULL, 0, -1);
    uint32_t before = m->grants.free_count;
    while (m->grants.free_count == before && !m->refusal[0] && !m->end) {
        struct pollfd fd = {m->link.socket, POLLIN, 0};
        if (!has_manager(m, &err))
            poll(NULL, 0, 20);
        else if (link_flush(&m->link) | (poll(&fd, 1, 100) > 0))
            listen_to_manager(m);
    }
    m->is_waiting = false;
}

static bool spawn_granted(Member *m, uint32_t kind, const uint8_t *creation, uint32_t count,
                          uint64_t incarnation, char address[static ADDRESS_MAX + 1], Err *err)
{
    const MemberSetup *setup = m->setup;
    GrantRule rule = setup->node->rule(setup->owner, kind);
    bool is_full, has_asked = false;

    while (!grants_take(&m->grants, kind, rule, incarnation, address, &is_full)) {
        if (is_full && has_asked)
            err_set(err, "each host has as many of it as it may");
        else
            wait_for_grant(m);
        if (m->refusal[0] || m->end)
            err_set(err, "%s", m->end ? "the container ends" : m->refusal);
        if (err->set)
            return false;
        has_asked = true;
    }
    Buf bytes = {0};
    size_t size = strlen(address);
    buf_add(&bytes, address, size);
    buf_add(&bytes, (const char *)creation, count);
    link_tell(&m->link,
              &(ControlWord){CONTROL_WANT, .machine_kind = kind, .incarnation = incarnation,
                             .number = setup->node->restart_of(setup->owner, kind),
                             .address_size = size},
              bytes.text, (uint32_t)bytes.size, -1);
    buf_drop(&bytes);
    return true;
}

static bool spawn(void *owner, uint32_t kind, const uint8_t *creation, uint32_t count,
                  uint64_t *incarnation, char address[static ADDRESS_MAX + 1], Err *err)
{
    Member *m = owner;

    if (count > CONTROL_BYTES_MAX) {
        err_set(err, "its payload has %u bytes, more than %d", count, CONTROL_BYTES_MAX);
        return false;
    }
    int listener = -1;
    *incarnation = m->next_new++;
    if (m->setup->node)
        return spawn_granted(m, kind, creation, count, *incarnation, address, err);
    write_local(m, *incarnation, address);
    if (m->setup->identity) {
        // The new container will take calls at this socket; so its address is known at once.
        listener = control_listener(*incarnation, err);
        if (listener < 0)
            return false;
        write_address(listener, address);
    }
    link_tell(&m->link,
              &(ControlWord){CONTROL_WANT, .machine_kind = kind, .incarnation = *incarnation},
              creation, count, listener);
    return true;
}

static void problem(void *owner, const PlaitProblem *what)
{
    const MemberSetup *setup = ((Member *)owner)->setup;

    if (setup->log->is_json)
        log_problem(setup->log, setup->incarnation, what);
    else
        setup->problem(what);
}

static bool begin_to_listen(Member *m, char address[static ADDRESS_MAX + 1], Err *err)
{
    const MemberSetup *setup = m->setup;

    if (setup->node) {
        if (setup->identity)
            loop_use_tls(m->loop, setup->identity);
        snprintf(address, ADDRESS_MAX + 1, "%s", setup->node->address);
        return loop_listen(m->loop, address, err) != NULL;
    }
    if (!setup->identity) {
        write_local(m, setup->incarnation, address);
        return loop_listen(m->loop, address, err) != NULL;
    }
    write_address(setup->listener, address);
    loop_use_tls(m->loop, setup->identity);
    if (!loop_call_from(m->loop, address))
        bug("%s is no address", address);
    return loop_adopt(m->loop, setup->listener, err);
}

static bool open_link(Member *m, Err *err)
{
    const MemberSetup *setup = m->setup;
    const MemberNode *node = setup->node;

    if (!node)
        return loop_watch(m->loop, m->link.socket, listen_to_manager, m, err);
    for (uint32_t i = 0; i < node->grant_count; i++)
        grants_add(&m->grants, node->grants[i]);
    link_tell(
        &m->link,
        &(ControlWord){CONTROL_HELLO, .incarnation = setup->incarnation, .number = node->restart},
        setup->kind, (uint32_t)strlen(setup->kind), -1);
    return has_manager(m, err) || !err->set;
}

static bool open_container(Member *m, Err *err)
{
    const MemberSetup *setup = m->setup;
    char address[ADDRESS_MAX + 1];

    if (!trace_files_open(&m->trace, setup->trace, setup->incarnation, setup->trace_limit, err))
        return false;
    m->loop = loop_new(err);
    if (!m->loop || !begin_to_listen(m, address, err) || !open_link(m, err))
        return false;
    ContainerSetup c = {
        .program = setup->program,
        .test = setup->test,
        .incarnation = setup->incarnation,
        .address = address,
        .limits = session_limits,
        .seed = setup->seed,
        .takes_defaults = setup->takes_defaults,
        .loop_limit = setup->loop_limit,
        .trace = m->trace.out,
        .replaces = setup->replaces,
        .transport = loop_transport(m->loop),
        .first_kind = setup->first_kind,
        .owner = m,
        .now = now,
        .is_apart = is_apart,
        .spawn = spawn,
        .problem = problem,
    };
    if (setup->node)
        memcpy(c.cluster, setup->node->cluster, CLUSTER_ID);
    if (setup->suspicion)
        session_suspect_after(&c.limits, setup->suspicion);
    m->container = container_new(&c, err);
    if (!m->container)
        return false;
    loop_attach(m->loop, container_endpoint(m->container));
    for (uint32_t i = 0; i < setup->dead_count; i++)
        container_forget(m->container, setup->dead[i]);
    if (setup->first_kind == P_NONE)
        return container_begin(m->container, err);
    if (!setup->creation || container_create(m->container, setup->creation, setup->creation_count))
        return true;
    err_set(err, "what created it before makes no sense now");
    return false;
}

static void notice_outside(void *data)
{
    container_notice(((Member *)data)->container);
}

static bool has_c(const PProgram *p)
{
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (p->funs[i].foreign)
            return true;
    for (uint32_t i = 0; i < p->machine_count; i++)
        if (p->machines[i].foreign)
            return true;
    return false;
}

// C of the program may post from a thread of its own while this one waits. The others need no
// descriptor, which would cost a system call for each turn.
static bool watch_outside(Member *m)
{
    Err err = {0};

    if (!has_c(m->setup->program))
        return true;
    // The runtime closes its own before the loop ends.
    m->outside = dup(plait_fd(container_runtime(m->container)));
    return m->outside >= 0 && loop_watch(m->loop, m->outside, notice_outside, m, &err);
}

// Machines that still wait in a `receive` when nothing is left to do are a deadlock.
static PlaitStatus finish(Member *m)
{
    if (m->end != CONTROL_REST)
        return PLAIT_STOPPED;
    return plait_finish(container_runtime(m->container), 0);
}

// -------------------------------------------------------------------------------- quotas

static bool exceeds(const Member *m, uint64_t count, uint32_t most, const char *what,
                    const char *format)
{
    const MemberSetup *setup = m->setup;

    if (most == 0 || count <= most)
        return false;
    log_container(setup->log, setup->incarnation, setup->kind, LOG_FAILS, "quota", what, (int)most,
                  format);
    return true;
}

// Looked at between two turns, so a turn of TURN_EVENTS events may exceed it.
static bool is_within_quota(const Member *m)
{
    const MemberQuota *q = &m->setup->quota;
    PlaitRuntime *runtime = container_runtime(m->container);
    PlaitResult result;

    if (q->machines) {
        plait_result(runtime, &result);
        if (exceeds(m, result.created - result.halted, q->machines, "machines",
                    "has more than %d machines"))
            return false;
    }
    return !q->queue || !exceeds(m, elsewhere_queued(runtime), q->queue, "queue",
                                 "has more than %d events in its queues");
}

// The system gives no more memory than that. A sanitizer needs so much of it that it cannot be
// limited.
static bool limit_memory(const MemberQuota *q)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)q;
    return true;
#else
    struct rlimit limit = {(rlim_t)q->memory_mib << 20, (rlim_t)q->memory_mib << 20};
    return q->memory_mib == 0 || setrlimit(RLIMIT_DATA, &limit) == 0;
#endif
}

// ---------------------------------------------------------------------------------- work

// False, and reported: it cannot go on.
static bool talk_to_manager(Member *m)
{
    const MemberSetup *setup = m->setup;
    Err err = {0};

    if (m->is_refused)
        err_set(&err, "a container that it wanted is refused: %s", m->refusal);
    else if (setup->node)
        has_manager(m, &err);
    if (err.set) {
        fprintf(stderr, "container %" PRIx64 ": %s\n", setup->incarnation, err.text);
        return false;
    }
    if (m->unanswered) {
        answer(m, m->unanswered);
        m->unanswered = 0;
    }
    link_flush(&m->link);
    return true;
}

static PlaitStatus work(Member *m)
{
    if (!watch_outside(m))
        return PLAIT_SETUP;
    while (!m->end && !m->is_alone) {
        PlaitStatus status = PLAIT_IDLE;
        uint64_t rest =
            m->share.percent ? cpu_share_rest(&m->share, loop_now(), cpu_time_used()) : 0;
        if (!rest && container_is_busy(m->container))
            status = container_step(m->container, TURN_EVENTS);
        if (status != PLAIT_RUNNING && status != PLAIT_IDLE)
            return status;
        if (!is_within_quota(m))
            return PLAIT_SETUP;
        if (!talk_to_manager(m))
            return PLAIT_SETUP;
        bool waits = status == PLAIT_IDLE && m->link.waiting_count == 0;
        fflush(stdout);
        trace_files_turn(&m->trace, m->container);  // before what it has sent leaves
        uint64_t longest = m->link.socket < 0 ? CALL_WAIT : IDLE_WAIT;
        loop_turn(m->loop, !waits ? 0 : rest && rest < longest ? rest : longest);
    }
    return finish(m);
}

int member_run(const MemberSetup *setup)
{
    Member m = {.setup = setup,
                .next_new = setup->first_new,
                .outside = -1,
                .share.percent = setup->quota.cpu_percent};
    Err err = {0};

    link_init(&m.link, setup->control, setup->node ? setup->node->path : NULL);
    signal(SIGPIPE, SIG_IGN);
    if (!limit_memory(&setup->quota))
        err_os(&err, "limit", "memory");
    if (err.set || !open_container(&m, &err)) {
        fprintf(stderr, "container %" PRIx64 ": %s\n", setup->incarnation, err.text);
        return EXIT_ENVIRONMENT;
    }
    PlaitStatus status = work(&m);
    fflush(stdout);
    // What it has sent before a bug may still arrive, or not.
    loop_turn(m.loop, 0);
    container_free(m.container);
    if (!trace_files_close(&m.trace)) {
        fprintf(stderr, "container %" PRIx64 ": cannot write its trace\n", setup->incarnation);
        status = PLAIT_SETUP;
    }
    loop_free(m.loop);
    if (m.outside >= 0)
        close(m.outside);
    int code = status == PLAIT_BUG     ? EXIT_BUG
               : status == PLAIT_SETUP ? EXIT_ENVIRONMENT
                                       : EXIT_NO_BUG;
    if (setup->node)
        link_tell(&m.link, &(ControlWord){CONTROL_OVER, .number = (uint64_t)code}, NULL, 0, -1);
    link_drop(&m.link);
    grants_drop(&m.grants);
    return code;
}
