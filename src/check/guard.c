// check/guard.c: leaving a call by force.
//
// A thread that is in somebody else's code sits in a seat. A crash there is a signal
// to that very thread, whose handler jumps back to the seat; it runs on a stack of its
// own, because the crash may be that there is no stack left. For code that does not
// come back a watchman looks at the seats now and then, and sends a signal to one who
// has been in the same call for too long.
//
// The mask of signals is never changed (SA_NODEFER), so that sitting down costs no
// system call.

#include "check/guard.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/err.h"

enum { SIGNAL_LATE = SIGVTALRM, STACK_SIZE = 128 * 1024, LOOKS_PER_SECOND = 10 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGNAL_LATE};
enum { SIGNAL_COUNT = sizeof signals / sizeof *signals };

typedef struct Seat {
    sigjmp_buf back;
    pthread_t thread;
    _Atomic uint64_t call;  // counts up when one begins and when it ends: odd inside of it
    _Atomic uint64_t late;  // the call that must end
    uint64_t seen;          // the watchman's: the call he saw last
    uint32_t looks;         // and how often in a row
} __attribute__((aligned(64))) Seat;

struct Guard {
    Seat *seats;
    uint32_t seat_count;
    uint32_t patience;  // in looks
    char late_text[64];
    pthread_t watchman;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool is_over;
};

static _Thread_local Seat *seat;  // of this thread, while it is in a call

// ------------------------------------------------------------------------------- signals

static pthread_mutex_t install_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t install_count;
static struct sigaction before[SIGNAL_COUNT];

// Not ours: what was there before has it.
static void pass_on(int number, const siginfo_t *info)
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        if (signals[i] == number)
            sigaction(number, &before[i], NULL);
    if (info->si_code <= 0)
        raise(number);  // sent, so it does not come again by itself
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    Seat *mine = seat;
    (void)context;
    if (number == SIGNAL_LATE) {
        if (mine && atomic_load(&mine->late) == atomic_load(&mine->call))
            siglongjmp(mine->back, number);
    } else if (mine) {
        siglongjmp(mine->back, number);
    } else {
        pass_on(number, info);
    }
}

static void install(void)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    action.sa_sigaction = on_signal;
    pthread_mutex_lock(&install_lock);
    if (install_count++ == 0)
        for (int i = 0; i < SIGNAL_COUNT; i++)
            sigaction(signals[i], &action, &before[i]);
    pthread_mutex_unlock(&install_lock);
}

static void uninstall(void)
{
    pthread_mutex_lock(&install_lock);
    if (--install_count == 0)
        for (int i = 0; i < SIGNAL_COUNT; i++)
            sigaction(signals[i], &before[i], NULL);
    pthread_mutex_unlock(&install_lock);
}

// -------------------------------------------------------------------------------- stacks

static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static pthread_key_t stack_key;
static _Thread_local bool has_stack;

static void drop_stack(void *memory)
{
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(memory, STACK_SIZE);
}

static void make_stack_key(void)
{
    if (pthread_key_create(&stack_key, drop_stack) != 0)
        die("no room for another thread key");
}

// Once for each thread, unless somebody has given it one.
static void own_stack(void)
{
    stack_t there;
    if (has_stack)
        return;
    pthread_once(&stack_once, make_stack_key);
    if (sigaltstack(NULL, &there) == 0 && (there.ss_flags & SS_DISABLE)) {
        void *memory =
            mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            die_out_of_memory(STACK_SIZE);
        stack_t made = {.ss_sp = memory, .ss_size = STACK_SIZE};
        sigaltstack(&made, NULL);
        pthread_setspecific(stack_key, memory);
    }
    has_stack = true;
}

// ------------------------------------------------------------------------------ watchman

static void look_at(const Guard *g, Seat *s)
{
    uint64_t call = atomic_load(&s->call);
    s->looks = call == s->seen ? s->looks + 1 : 0;
    s->seen = call;
    if (call % 2 == 0 || s->looks < g->patience)
        return;
    s->looks = 0;
    atomic_store(&s->late, call);
    pthread_kill(s->thread, SIGNAL_LATE);
}

static void *watch(void *context)
{
    Guard *g = context;
    pthread_mutex_lock(&g->lock);
    while (!g->is_over) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 1000000000 / LOOKS_PER_SECOND;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&g->wake, &g->lock, &until);
        for (uint32_t i = 0; i < g->seat_count && !g->is_over; i++)
            look_at(g, &g->seats[i]);
    }
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

// A thread that gets none of the signals meant for the process.
static void start_watchman(Guard *g)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    if (pthread_create(&g->watchman, NULL, watch, g) != 0)
        die("cannot start another thread");
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

// ----------------------------------------------------------------------------- the guard

Guard *guard_new(uint32_t workers, double seconds)
{
    Guard *g = calloc(1, sizeof *g);
    Seat *seats = aligned_alloc(64, workers * sizeof *seats);
    if (!g || !seats)
        die_out_of_memory(workers * sizeof *seats);
    memset(seats, 0, workers * sizeof *seats);
    g->seats = seats;
    g->seat_count = workers;
    g->patience = (uint32_t)(seconds * LOOKS_PER_SECOND) + 1;
    snprintf(g->late_text, sizeof g->late_text, "no answer within %g seconds", seconds);
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->wake, NULL);
    install();
    start_watchman(g);
    return g;
}

void guard_free(Guard *g)
{
    if (!g)
        return;
    pthread_mutex_lock(&g->lock);
    g->is_over = true;
    pthread_cond_signal(&g->wake);
    pthread_mutex_unlock(&g->lock);
    pthread_join(g->watchman, NULL);
    uninstall();
    pthread_cond_destroy(&g->wake);
    pthread_mutex_destroy(&g->lock);
    free(g->seats);
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

bool guard_call(Guard *g, uint32_t worker, void (*act)(void *context), void *context,
                const char **why)
{
    Seat *mine = &g->seats[worker];
    own_stack();
    mine->thread = pthread_self();
    int number = sigsetjmp(mine->back, 0);
    if (number == 0) {
        atomic_fetch_add(&mine->call, 1);
        seat = mine;
        act(context);
    }
    seat = NULL;
    atomic_fetch_add(&mine->call, 1);
    if (number != 0)
        *why = signal_text(g, number);
    return number == 0;
}
