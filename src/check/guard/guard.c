// check/guard/guard.c: how a call of foreign code is ended by force.
//
// A thread that runs foreign code has a seat. A crash there sends a signal to this thread, and
// the signal handler jumps back to the seat. The handler has its own stack, because the crash
// may be a stack overflow. For code that does not return, the watchman, a thread, reads the
// seats regularly, and sends a signal to a thread that has been in the same call for too long,
// or whose search ends. Code that wants to end the process is linked such that it calls this
// file instead (native/native.c).
//
// The signal mask is never changed (SA_NODEFER), so that a guarded call needs no system call.

#include "check/guard/guard.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/err.h"
#include "base/memory.h"
#include "rt/machine.h"
#include "rt/node.h"

enum { SIGNAL_LATE = SIGVTALRM, STACK_SIZE = 128 * 1024, LOOKS_PER_SECOND = 10, LOOKS_AGAIN = 3 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGNAL_LATE};
enum { SIGNAL_COUNT = sizeof signals / sizeof *signals };

enum { ENDS = 1000, STOPPED = 1001 };  // values of the jump back, besides signal numbers

typedef struct Seat {
    sigjmp_buf back;
    pthread_t thread;
    const Guard *guard;      // of the call
    const bool *stop;        // of the call: set when it must end; or NULL
    _Atomic uint64_t call;   // incremented when a call begins and when it ends: odd during it
    _Atomic uint64_t late;   // the call that must end
    _Atomic bool must_stop;  // because of `stop`
    uint64_t seen;           // for the watchman: the call that it saw last
    uint32_t looks;          // and how many times in a row
    char text[P_TEXT_MAX];   // why it ended
    struct Seat *next, *previous;
} Seat;

struct Guard {
    uint32_t patience;  // in looks
    char late_text[64];
};

static _Thread_local Seat own_seat;
static _Thread_local Seat *seat;  // of this thread, while it is in a call

// Once there is a guard.
static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    Seat *seats;
    uint32_t guards;
    bool is_over;
    bool was_late;  // a call was late before: later ones, as in a replay, get less time
    pthread_t watchman;
} post = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

// ------------------------------------------------------------------------------- signals

static struct sigaction before[SIGNAL_COUNT];

// The signal is not for a guarded call: the previous handler gets it.
static void pass_on(int number, const siginfo_t *info)
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        if (signals[i] == number)
            sigaction(number, &before[i], NULL);
    if (info->si_code <= 0)
        raise(number);  // it was sent, so it does not occur again by itself
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    Seat *mine = seat;
    (void)context;
    if (number == SIGNAL_LATE) {
        if (mine && atomic_load(&mine->late) == atomic_load(&mine->call))
            siglongjmp(mine->back, atomic_load(&mine->must_stop) ? STOPPED : number);
    } else if (mine) {
        siglongjmp(mine->back, number);
    } else {
        pass_on(number, info);
    }
}

// The foreign code wants to end the process, or cannot be continued.
static void on_leave(const char *text)
{
    Seat *mine = seat;
    if (!mine)
        return;
    snprintf(mine->text, sizeof mine->text, "%s", text);
    siglongjmp(mine->back, ENDS);
}

static void (*last_words)(void);

void guard_last_words(void (*write)(void))
{
    last_words = write;
}

// The foreign code has reached exit nevertheless, through a library. This cannot be undone.
static void on_exit_inside(int code, void *context)
{
    static const char text[] = "plait: foreign code has ended the process: nothing is known about "
                               "the test that was checked, nor about those after it\n";
    (void)context;
    if (!seat || code == EXIT_ENVIRONMENT)
        return;
    seat = NULL;  // from here on it is our code
    fputs(text, stderr);
    if (last_words)
        last_words();
    fflush(stdout);  // the results of other tests
    _exit(EXIT_ENVIRONMENT);
}

static void install(void)
{
    static bool is_registered;
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    action.sa_sigaction = on_signal;
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &action, &before[i]);
    foreign_leaves = on_leave;
    if (!is_registered)
        on_exit(on_exit_inside, NULL);
    is_registered = true;
}

static void uninstall(void)
{
    foreign_leaves = NULL;
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &before[i], NULL);
}

// -------------------------------------------------------------------------------- stacks

static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static pthread_key_t stack_key;
static _Thread_local bool has_seat;

// Called when the thread ends.
static void leave_post(void *memory)
{
    Seat *mine = &own_seat;
    stack_t none = {.ss_flags = SS_DISABLE};
    pthread_mutex_lock(&post.lock);
    if (mine->next)
        mine->next->previous = mine->previous;
    if (mine->previous)
        mine->previous->next = mine->next;
    else
        post.seats = mine->next;
    pthread_mutex_unlock(&post.lock);
    if (memory == mine)
        return;
    sigaltstack(&none, NULL);
    munmap(memory, STACK_SIZE);
}

static void make_stack_key(void)
{
    if (pthread_key_create(&stack_key, leave_post) != 0)
        die("no room for another thread key");
}

// Makes a signal stack for the thread; NULL when it has one already.
static void *own_stack(void)
{
    stack_t there;
    if (sigaltstack(NULL, &there) != 0 || !(there.ss_flags & SS_DISABLE))
        return NULL;
    void *memory =
        mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        die_out_of_memory(STACK_SIZE);
    stack_t made = {.ss_sp = memory, .ss_size = STACK_SIZE};
    sigaltstack(&made, NULL);
    return memory;
}

// Once for each thread.
static void come_to_post(void)
{
    Seat *mine = &own_seat;
    if (has_seat)
        return;
    pthread_once(&stack_once, make_stack_key);
    void *memory = own_stack();
    pthread_setspecific(stack_key, memory ? memory : mine);
    mine->thread = pthread_self();
    pthread_mutex_lock(&post.lock);
    mine->next = post.seats;
    if (mine->next)
        mine->next->previous = mine;
    post.seats = mine;
    pthread_mutex_unlock(&post.lock);
    has_seat = true;
}

// ------------------------------------------------------------------------------ watchman

static void look_at(Seat *s)
{
    uint64_t call = atomic_load(&s->call);
    s->looks = call == s->seen ? s->looks + 1 : 0;
    s->seen = call;
    // The fields of the call are set before it begins, and stay until the next one.
    if (call % 2 == 0 || s->looks == 0)
        return;
    bool stops = s->stop && __atomic_load_n(s->stop, __ATOMIC_RELAXED);
    uint32_t patience = post.was_late ? LOOKS_AGAIN : s->guard->patience;
    if (!stops && s->looks < patience && s->looks < s->guard->patience)
        return;
    s->looks = 0;
    post.was_late |= !stops;
    atomic_store(&s->must_stop, stops);
    atomic_store(&s->late, call);
    pthread_kill(s->thread, SIGNAL_LATE);
}

static void *watch(void *context)
{
    (void)context;
    pthread_mutex_lock(&post.lock);
    while (!post.is_over) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 1000000000 / LOOKS_PER_SECOND;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&post.wake, &post.lock, &until);
        for (Seat *s = post.seats; s && !post.is_over; s = s->next)
            look_at(s);
    }
    pthread_mutex_unlock(&post.lock);
    return NULL;
}

// The watchman's thread blocks all signals, so it gets none of those for the process.
static void start_watchman(void)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    if (pthread_create(&post.watchman, NULL, watch, NULL) != 0)
        die("cannot start another thread");
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

// ----------------------------------------------------------------------------- the guard

// Threads that start searches make and free guards; this lock makes that sequential.
static pthread_mutex_t guards_lock = PTHREAD_MUTEX_INITIALIZER;

Guard *guard_new(double seconds)
{
    Guard *g = memory_zeroed(1, sizeof *g);
    g->patience = (uint32_t)(seconds * LOOKS_PER_SECOND) + 1;
    snprintf(g->late_text, sizeof g->late_text, "no answer within %g seconds", seconds);
    pthread_mutex_lock(&guards_lock);
    if (post.guards++ == 0) {
        post.is_over = post.was_late = false;
        install();
        start_watchman();
    }
    pthread_mutex_unlock(&guards_lock);
    return g;
}

void guard_free(Guard *g)
{
    if (!g)
        return;
    pthread_mutex_lock(&guards_lock);
    if (--post.guards == 0) {
        pthread_mutex_lock(&post.lock);
        post.is_over = true;
        pthread_cond_signal(&post.wake);
        pthread_mutex_unlock(&post.lock);
        pthread_join(post.watchman, NULL);
        uninstall();
    }
    pthread_mutex_unlock(&guards_lock);
    free(g);
}

static const char *signal_text(const Guard *g, int number)
{
    switch (number) {
    case SIGSEGV:
        return "segmentation fault";
    case SIGBUS:
        return "bus error";
    case SIGFPE:
        return "division by zero, or another arithmetic fault";
    case SIGILL:
        return "illegal instruction";
    case SIGABRT:
        return "it called abort, or an assertion failed";
    default:
        return g->late_text;
    }
}

bool guard_call(Guard *g, const bool *stop, void (*act)(void *context), void *context,
                const char **why)
{
    Seat *mine = &own_seat;
    come_to_post();
    mine->guard = g;
    mine->stop = stop;
    int number = sigsetjmp(mine->back, 0);
    if (number == 0) {
        atomic_fetch_add(&mine->call, 1);
        seat = mine;
        act(context);
    }
    seat = NULL;
    atomic_fetch_add(&mine->call, 1);
    if (number == ENDS)
        *why = mine->text;
    else if (number != 0)
        *why = number == STOPPED ? NULL : signal_text(g, number);
    return number == 0;
}

// --------------------------------------------------------------------- foreign functions

// The time limit of a call of a foreign function.
enum { FOREIGN_SECONDS = 5 };

static struct {
    pthread_mutex_t lock;
    uint32_t users;
    Guard *guard;
} foreign = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool has_foreign(const PProgram *p)
{
    for (uint32_t i = 0; i < p->fun_count; i++)
        if (p->funs[i].foreign)
            return true;
    return false;
}

bool guard_foreign_open(const PProgram *p)
{
    if (!has_foreign(p))
        return false;
    pthread_mutex_lock(&foreign.lock);
    if (foreign.users++ == 0)
        foreign.guard = guard_new(FOREIGN_SECONDS);
    pthread_mutex_unlock(&foreign.lock);
    return true;
}

void guard_foreign_close(void)
{
    pthread_mutex_lock(&foreign.lock);
    if (--foreign.users == 0) {
        guard_free(foreign.guard);
        foreign.guard = NULL;
    }
    pthread_mutex_unlock(&foreign.lock);
}

typedef struct Called {
    PForeignFun *code;
    PForeignCall *call;
    bool is_fine;
} Called;

static void call_foreign(void *context)
{
    Called *called = context;
    called->is_fine = called->code(called->call);
}

bool guard_foreign_call(PForeignFun *code, PForeignCall *call)
{
    Called called = {.code = code, .call = call};
    const char *why;
    PMachine *m = call->machine;
    NodeHost *host = node_host;
    node_host = NULL;  // running out of memory must not jump over foreign frames
    bool is_done = guard_call(foreign.guard, m->stop, call_foreign, &called, &why);
    node_host = host;
    if (is_done)
        return called.is_fine;
    // The result may be incomplete: it is not used.
    call->result = p_default(call->program, call->result_type);
    m->is_stopped = !why;
    if (call->ask->error == P_ERROR_SETUP)  // that is why it crashed
        return false;
    return p_fail(call->ask, P_ERROR_FOREIGN, "foreign function %s: %s", call->fun->name,
                  why ? why : "it was stopped");
}

// ---------------------------------------------------------------------------------- memory

// `size` rounded up to whole pages.
static size_t pages_for(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (size + page - 1) / page * page;
}

void *guard_memory_new(size_t size)
{
    size_t room = pages_for(size), page = pages_for(1);
    char *memory =
        mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + room, page, PROT_NONE) != 0)
        die_out_of_memory(room + page);
    return memory + room - size;
}

void guard_memory_free(void *memory, size_t size)
{
    size_t room = pages_for(size);
    if (memory)
        munmap((char *)memory + size - room, room + pages_for(1));
}
