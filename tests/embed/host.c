// tests/embed/host.c: a C program that embeds two P programs. Each mode prints what the test
// expects; what goes wrong inside is an assert.
#include <assert.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "classic.h"
#include "service.h"

static atomic_int replies;
static char last_reply[100];
static int64_t last_id;
static atomic_int problems, idles;

static void on_reply(PMachine *m, void *state, uint32_t event, PWord payload)
{
    assert(state == &replies && event == svc_E_eReply);
    assert(plait_user(m->runtime) == &problems);
    svc_eReply_payload reply = svc_read_eReply(payload);
    last_id = reply.id;
    snprintf(last_reply, sizeof last_reply, "%s", reply.text);
    replies++;
}

static void *on_create(PMachine *m, PWord payload)
{
    (void)payload;
    assert(P_MACHINE_ID(m->self) != 0);
    return &replies;
}

static void on_answer(PMachine *m, void *state, uint32_t event, PWord payload)
{
    (void)m;
    (void)state;
    assert(event == old_E_eAnswer);
    last_id = old_read_eAnswer(payload).value;
    replies++;
}

static void on_problem(void *user, const PlaitProblem *problem)
{
    assert(user == &problems);
    printf("problem %s: %s: %s:%u\n", problem->kind, problem->message, problem->machine,
           problem->line);
    problems++;
}

static void on_print(void *user, const char *text, size_t size)
{
    assert(user == &problems);
    printf("printed %.*s\n", (int)size, text);
}

static void print_nothing(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
}

static void on_idle(void *user)
{
    assert(user == &problems);
    idles++;
}

static const PlaitMachine clients[] = {
    {.name = "Client", .code = {.create = on_create, .event = on_reply}},
};
static const PlaitMachine askers[] = {{.name = "Asker", .code = {.event = on_answer}}};

static PlaitOptions options_for(uint32_t workers)
{
    return (PlaitOptions){.user = &problems,
                          .workers = workers,
                          .problem = on_problem,
                          .print = on_print,
                          .idle = on_idle,
                          .machines = clients,
                          .machine_count = 1};
}

static PlaitRuntime *new_service(PlaitOptions options)
{
    PlaitProblem problem;
    PlaitRuntime *rt = plait_new(&svc_program, &options, &problem);
    if (!rt)
        printf("no runtime: %s\n", problem.message);
    assert(rt);
    return rt;
}

// ------------------------------------------------------------- posts from two threads

typedef struct Sender {
    PlaitRuntime *rt;
    PWord sink;
    int64_t from, count;
} Sender;

static void *post_all(void *data)
{
    const Sender *s = data;
    for (int64_t n = 1; n <= s->count; n++)
        assert(svc_post_eItem(s->rt, s->sink, s->from, n));
    return NULL;
}

static void posts(uint32_t workers, int64_t count)
{
    PlaitRuntime *rt = new_service(options_for(workers));
    PWord sink = plait_create(rt, svc_I_Sink, (PWord)(2 * count));
    PWord client = plait_create(rt, svc_I_Client, 0);
    Sender senders[2] = {{rt, sink, 0, count}, {rt, sink, 1, count}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, post_all, &senders[i]);
    for (int i = 0; workers == 0 && i < 100; i++)
        plait_step(rt, 10000);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    svc_post_eReq(rt, sink, client, 1, "how many?");
    assert(plait_drain(rt, 0) == PLAIT_IDLE);
    PlaitResult r;
    plait_result(rt, &r);
    printf("%lld in order, %llu events, %d problems\n", (long long)last_id,
           (unsigned long long)r.events, problems);
    assert(plait_free(rt));
    assert((idles > 0) == (workers > 0));
}

// ----------------------------------------------------------------- two runtimes, bugs

static void wait_for(atomic_int *count, int wanted)
{
    for (int i = 0; *count < wanted && i < 20000; i++)
        usleep(1000);
    assert(*count == wanted);
}

// One fails; the other and the process live on; a third takes its place.
static void bugs(void)
{
    PlaitRuntime *good = new_service(options_for(1)), *bad = new_service(options_for(2));
    PWord client = plait_create(good, svc_I_Client, 0);
    PWord server = plait_create(good, svc_I_Server, 0);
    PWord sink = plait_create(bad, svc_I_Sink, 1);
    svc_post_eBreak(bad, sink, 7);
    wait_for(&problems, 1);
    assert(plait_finish(bad, 5) == PLAIT_BUG);
    assert(!svc_post_eBreak(bad, sink, 1));
    assert(plait_create(bad, svc_I_Sink, 1) == 0);
    svc_post_eReq(good, server, client, 5, "still there?");
    wait_for(&replies, 1);
    printf("%lld: %s\n", (long long)last_id, last_reply);
    assert(plait_free(bad));

    PlaitOptions options = options_for(0);
    options.has_specs = true;
    PlaitRuntime *watched = new_service(options);
    sink = plait_create(watched, svc_I_Sink, 2);
    svc_post_eBreak(watched, sink, 9);
    assert(plait_step(watched, 0) == PLAIT_BUG);
    assert(plait_free(watched));
    assert(plait_drain(good, 5) == PLAIT_IDLE && plait_free(good));

    // What C gets wrong is a problem, too.
    PlaitRuntime *wrong = new_service(options_for(0));
    assert(plait_create(wrong, 9999, 0) == 0);
    assert(plait_step(wrong, 0) == PLAIT_SETUP && plait_free(wrong));
    PlaitOptions nobody = {.test = "tcNobody"};
    PlaitProblem problem;
    assert(!plait_new(&svc_program, &nobody, &problem));
    printf("%s\n", problem.message);
    PlaitOptions lost = {.machines = &(PlaitMachine){.name = "Nobody"}, .machine_count = 1};
    assert(!plait_new(&svc_program, &lost, &problem));
    printf("%s\n", problem.message);
}

// ---------------------------------------------------------------------- step by step

static bool is_readable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 0) == 1;
}

static void *post_later(void *data)
{
    const Sender *s = data;
    usleep(50000);
    svc_post_eReq(s->rt, s->sink, (PWord)s->from, 6, "later");
    return NULL;
}

static void steps(void)
{
    PlaitRuntime *rt = new_service(options_for(0));
    int fd = plait_fd(rt);
    assert(plait_step(rt, 0) == PLAIT_IDLE && !is_readable(fd));
    PWord client = plait_create(rt, svc_I_Client, 0);
    PWord server = plait_create(rt, svc_I_Server, 0);
    assert(is_readable(fd));
    assert(plait_step(rt, 0) == PLAIT_IDLE && !is_readable(fd));
    for (int i = 0; i < 5000; i++)
        svc_post_eReq(rt, server, client, i, "again");
    assert(is_readable(fd));
    int rounds = 0;
    for (; plait_step(rt, 1) == PLAIT_RUNNING; rounds++)
        assert(is_readable(fd));  // there is more
    assert(!is_readable(fd) && replies == 5000 && rounds > 1);

    pthread_t thread;
    Sender later = {rt, server, (int64_t)client, 0};
    pthread_create(&thread, NULL, post_later, &later);
    struct pollfd p = {.fd = fd, .events = POLLIN};
    assert(poll(&p, 1, 10000) == 1);
    assert(plait_step(rt, 0) == PLAIT_IDLE && replies == 5001);
    pthread_join(thread, NULL);
    printf("%lld: %s\n", (long long)last_id, last_reply);
    plait_stop(rt, NULL);
    assert(is_readable(fd) && plait_step(rt, 0) == PLAIT_STOPPED);
    assert(plait_free(rt));
}

// ------------------------------------------- a machine that exists before it is there

static void *create_server(void *call)
{
    PForeignCall *c = call;
    return (void *)(uintptr_t)plait_create(c->machine->runtime, svc_I_Server, 0);
}

bool svc_FUN_FreshServer(PForeignCall *call)
{
    pthread_t thread;
    void *server;
    pthread_create(&thread, NULL, create_server, call);
    pthread_join(thread, &server);
    return p_result(call, (PWord)(uintptr_t)server);
}

static void fresh(void)
{
    for (uint32_t workers = 0; workers < 3; workers++) {
        PlaitRuntime *rt = new_service(options_for(workers));
        PWord client = plait_create(rt, svc_I_Client, 0);
        for (int i = 0; i < 300; i++)
            plait_create(rt, svc_I_Caller, client);
        assert(plait_drain(rt, 0) == PLAIT_IDLE);
        assert(plait_free(rt));
        assert(replies == 300 * (int)(workers + 1));
    }
    printf("%s\n", last_reply);
}

// ------------------------------------------------------------- C that does not come back

static void never_returns(PMachine *m, void *state, uint32_t event, PWord payload)
{
    (void)m;
    (void)state;
    (void)event;
    (void)payload;
    replies = 1;
    for (;;)
        pause();
}

static void stuck(void)
{
    PlaitMachine client = {.name = "Client", .code = {.event = never_returns}};
    PlaitOptions options = {.workers = 2, .machines = &client, .machine_count = 1};
    PlaitRuntime *rt = plait_new(&svc_program, &options, NULL);
    svc_post_eReply(rt, plait_create(rt, svc_I_Client, 0), 1, "");
    wait_for(&replies, 1);
    plait_stop(rt, "tired");
    PlaitResult r;
    plait_result(rt, &r);
    assert(r.status == PLAIT_STOPPED && strcmp(r.busy, "Client(1)") == 0);
    assert(!plait_free(rt));
}

// A runtime with nothing to do takes no time of a processor.
static void quiet(void)
{
    PlaitRuntime *rt = new_service(options_for(2));
    plait_create(rt, svc_I_Server, 0);
    plait_drain(rt, 0);
    clock_t before = clock();
    usleep(500 * 1000);
    assert(clock() - before < CLOCKS_PER_SEC / 20);
    assert(plait_free(rt));
}

// What waits in a receive is idle, and a deadlock when nothing more comes.
static void finish(void)
{
    for (uint32_t workers = 0; workers < 3; workers++) {
        PlaitRuntime *rt = new_service(options_for(workers));
        plait_create(rt, svc_I_Waiting, 0);
        assert(plait_drain(rt, 0) == PLAIT_IDLE);
        p_hold(rt);
        assert(plait_finish(rt, 0.05) == PLAIT_RUNNING);
        p_unhold(rt);
        assert(plait_finish(rt, 0) == PLAIT_BUG);
        assert(plait_free(rt));
    }
}

// Machines that come and go leave nothing behind.
static void many(uint32_t workers, int64_t count)
{
    PlaitOptions options = options_for(workers);
    PlaitRuntime *rt = new_service(options);
    for (int64_t i = 0; i < count; i++) {
        plait_create(rt, svc_I_Short, 0);
        if (i % 1000 == 0)
            plait_drain(rt, 0);
    }
    plait_drain(rt, 0);
    PlaitResult r;
    plait_result(rt, &r);
    printf("%llu created, %llu halted\n", (unsigned long long)r.created,
           (unsigned long long)r.halted);
    assert(plait_free(rt));
}

static size_t memory_in_use(void)
{
    struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}

// What an idle machine takes, although some of them once had long queues.
static void idle(uint32_t workers, int64_t count)
{
    PlaitRuntime *rt = new_service((PlaitOptions){
        .user = &problems, .workers = workers, .print = print_nothing, .problem = on_problem});
    size_t before = memory_in_use();
    for (int64_t i = 0; i < count; i++) {
        PWord sink = plait_create(rt, svc_I_Sink, 1);
        for (int n = 1; n <= (i % 100 ? 1 : 5000); n++)
            svc_post_eBreak(rt, sink, 1);  // an int takes no memory of its own
    }
    assert(plait_drain(rt, 0) == PLAIT_IDLE);
    printf("%lld bytes\n", (long long)(memory_in_use() - before) / (long long)count);
    assert(plait_free(rt));
}

// ----------------------------------------------------------------------- 2015 dialect

static void classic(void)
{
    for (uint32_t workers = 0; workers < 3; workers++) {
        PlaitOptions options = {.workers = workers, .machines = askers, .machine_count = 1};
        PlaitRuntime *rt = plait_new(&old_program, &options, NULL);
        PWord doubler = plait_create(rt, old_I_Doubler, 0);
        PWord asker = plait_create(rt, old_I_Asker, 0);
        old_post_eAsk(rt, doubler, asker, 21);
        assert(plait_drain(rt, 0) == PLAIT_IDLE);
        printf("%lld\n", (long long)last_id);
        assert(plait_free(rt));
    }
    assert(replies == 3);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    uint32_t workers = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    int64_t count = argc > 3 ? atoll(argv[3]) : 0;
    if (strcmp(mode, "posts") == 0)
        posts(workers, count);
    else if (strcmp(mode, "many") == 0)
        many(workers, count);
    else if (strcmp(mode, "idle") == 0)
        idle(workers, count);
    else if (strcmp(mode, "bugs") == 0)
        bugs();
    else if (strcmp(mode, "fresh") == 0)
        fresh();
    else if (strcmp(mode, "stuck") == 0)
        stuck();
    else if (strcmp(mode, "quiet") == 0)
        quiet();
    else if (strcmp(mode, "steps") == 0)
        steps();
    else if (strcmp(mode, "finish") == 0)
        finish();
    else
        classic();
    puts("done");
    return 0;
}
