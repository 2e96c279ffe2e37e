// cluster/local_start.c: the processes of a cluster on this host, and their certificates.

#include "cluster/local_impl.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cluster/member.h"
#include "net/loop.h"

// A certificate with its key for this life of the container. False, and reported: there is none.
static bool issue(const Local *l, Child *c, Buf *pem)
{
    Speaker who = {.role = ROLE_CONTAINER, .node = "here", .incarnation = c->incarnation};
    long life = l->setup->life ? (long)l->setup->life : CERTIFICATE_LIFE;
    Err err = {0};

    snprintf(who.name, sizeof who.name, "%s", local_kind(l, c->kind));
    c->renew_at = certificate_time_of(life).renew;
    if (!l->issuer || authority_issue(l->issuer, &who, life, pem, &err))
        return true;
    log_message(&l->setup->log, LOG_FAILS, "set-up", &(LogMember){"message", err.text, 0}, 1,
                err.text);
    errno = EACCES;
    return false;
}

// Who this process is from now on. The key of the issuer is not for a container.
static TlsIdentity *take_identity(Local *l, Buf *pem)
{
    Err err = {0};
    TlsIdentity *identity = l->issuer ? tls_identity_from(l->setup->authority, pem->text, &err)
                                      : NULL;

    authority_free(l->issuer);
    l->issuer = NULL;
    certificate_drop_secret(pem);
    if (err.set) {
        fprintf(stderr, "%s\n", err.text);
        _exit(EXIT_ENVIRONMENT);
    }
    return identity;
}

static _Noreturn void be_child(Local *l, const Child *c, int control, Buf *pem)
{
    sigset_t none;
    MemberSetup setup = {
        .program = l->setup->program,
        .test = l->setup->test,
        .seed = l->setup->seed,
        .takes_defaults = l->setup->takes_defaults,
        .loop_limit = l->setup->loop_limit,
        .trace = l->setup->trace,
        .trace_limit = l->setup->trace_limit,
        .log = &l->setup->log,
        .kind = local_kind(l, c->kind),
        .quota = l->setup->quota(l->setup->owner,
                                 c->kind == P_NONE ? l->setup->main_kind : c->kind),
        .folder = l->folder,
        .identity = take_identity(l, pem),
        .listener = c->listener,
        .incarnation = c->incarnation,
        .replaces = c->before,
        .first_new = l->forks << 32,
        .first_kind = c->kind,
        .creation = c->starts > 1 ? c->creation : NULL,
        .creation_count = c->creation_count,
        .control = control,
        .owner = l->setup->owner,
        .is_apart = l->setup->is_apart,
        .suspicion = l->setup->suspicion,
        .dead = l->dead,
        .dead_count = l->dead_count,
        .problem = l->setup->problem,
    };

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_IGN);  // of the terminal: the manager decides
    close(l->signals);
    signal(SIGTERM, SIG_IGN);  // of a whole group of processes: the same
    if (l->metrics)
        metrics_leave(l->metrics);
    for (uint32_t i = 0; i < l->child_count; i++)
        if (l->children[i] != c && l->children[i]->listener >= 0)
            close(l->children[i]->listener);
    for (uint32_t i = 0; i < l->child_count; i++)
        if (l->children[i]->process.pid) {
            close(l->children[i]->process.pidfd);
            close(l->children[i]->control);
        }
    int code = member_run(&setup);
    fflush(NULL);
    _exit(code);
}

bool local_start(Local *l, Child *c)
{
    int pair[2];
    Buf pem = {0};

    if (!issue(l, c, &pem) || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    restarts_started(&c->restarts, loop_now());
    c->starts++;
    l->forks++;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(pair[0]);
        be_child(l, c, pair[1], &pem);
    }
    close(pair[1]);
    certificate_drop_secret(&pem);
    if (pid < 0 || !process_watch(&c->process, pid)) {
        int reason = errno;
        close(pair[0]);
        if (pid > 0) {
            kill(pid, SIGKILL);
            waitpid(pid, NULL, 0);
        }
        errno = reason;
        return false;
    }
    c->control = pair[0];
    c->state = (ControlWord){.number = l->probe};  // it is not asked this time
    local_say(l, c, LOG_INFORMS, "started", "pid", (int)pid, "process %d");
    if (l->is_draining)
        local_tell(c, &(ControlWord){.kind = CONTROL_DRAIN});
    return true;
}

static void renew(const Local *l, Child *c)
{
    static const ControlWord word = {.kind = CONTROL_RENEW};
    Buf bytes = {0};

    buf_add(&bytes, (const char *)&word, sizeof word);
    if (issue(l, c, &bytes) &&
        send(c->control, bytes.text, bytes.size, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
        c->renew_at = (int64_t)time(NULL) + 1;  // it does not listen at the moment
    certificate_drop_secret(&bytes);
}

void local_renew_due(const Local *l)
{
    int64_t now = (int64_t)time(NULL);

    for (uint32_t i = 0; i < l->child_count && l->issuer; i++)
        if (l->children[i]->process.pid && now >= l->children[i]->renew_at)
            renew(l, l->children[i]);
}
