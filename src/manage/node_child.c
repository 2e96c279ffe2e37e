// manage/node_child.c: the processes of a node.

#include "manage/node_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/hex.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/whole_file.h"
#include "cluster/member.h"
#include "deploy/deploy.h"
#include "net/loop.h"
#include "trust/manifest.h"

enum { BLOCK_LATER = 200000 };  // microseconds, until there may be another block of incarnations

const char *node_deployment(const Child *c)
{
    return json_string_value(json_object_get(json_object_get(c->entry, "start"), "deployment"));
}

static const char *kind_of(const Child *c)
{
    const char *kind = json_string_value(json_object_get(c->entry, "kind"));
    return kind ? kind : "?";
}

static uint64_t number_of(const char *incarnation)
{
    uint64_t number = 0;
    hex_number(incarnation, &number);
    return number;
}

void node_say(const Node *n, const Child *c, LogLevel level, const char *what, const char *name,
              int number, const char *format)
{
    log_container(&n->setup->log, number_of(c->incarnation), kind_of(c), level, what, name, number,
                  format);
}

// How often and how fast it is started again; known once it has said its kind.
void node_take_policy(Child *c)
{
    const json_t *file = json_object_get(json_object_get(c->entry, "start"), "deploy");
    char *text = json_dumps(file, JSON_COMPACT);
    Deploy d;
    Err err = {0};

    if (text && deploy_take(&d, "the deployment file", text, &err)) {
        const DeployKind *k = deploy_kind(&d, kind_of(c));
        DeployStarts s = k ? k->starts : (DeployStarts){0};
        c->restarts.policy =
            (RestartPolicy){s.most, s.within_s * (uint64_t)1000000, s.first_ms * (uint64_t)1000,
                            s.last_ms * (uint64_t)1000};
        deploy_drop(&d);
    }
    free(text);
}

Child *node_child(Node *n, const char *incarnation)
{
    for (uint32_t i = 0; incarnation && i < n->child_count; i++)
        if (strcmp(n->children[i]->incarnation, incarnation) == 0)
            return n->children[i];
    return NULL;
}

static void set_incarnation(Child *c, const char *incarnation)
{
    snprintf(c->incarnation, sizeof c->incarnation, "%s", incarnation);
}

Child *node_add_child(Node *n, const char *incarnation, json_t *entry)
{
    Child *c = memory_zeroed(1, sizeof *c);

    *c = (Child){.entry = entry, .control = -1, .process.pidfd = -1};
    set_incarnation(c, incarnation);
    MEMORY_GROW(n->children, n->child_count + 1, n->child_capacity);
    n->children[n->child_count++] = c;
    return c;
}

static void remove_child(Node *n, Child *c)
{
    for (uint32_t i = 0; i < n->child_count; i++)
        if (n->children[i] == c)
            n->children[i] = n->children[--n->child_count];
    free(c);
}

// ------------------------------------------------------------------------------------- words

bool node_tell(const Child *c, const ControlWord *word, const char *text)
{
    char bytes[sizeof *word + CONTROL_TEXT_MAX];
    size_t size = text ? strnlen(text, CONTROL_TEXT_MAX) : 0;

    if (c->control < 0)
        return false;
    memcpy(bytes, word, sizeof *word);
    memcpy(bytes + sizeof *word, text ? text : "", size);
    // One that does not listen any more will be found dead.
    bool is_told = send(c->control, bytes, sizeof *word + size, MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
    if (word->kind == CONTROL_RENEW)
        explicit_bzero(bytes, sizeof bytes);
    return is_told;
}

void node_tell_all(const Node *n, const char *deployment, const ControlWord *word)
{
    for (uint32_t i = 0; i < n->child_count; i++)
        if (strcmp(node_deployment(n->children[i]), deployment) == 0)
            node_tell(n->children[i], word, NULL);
}

// ---------------------------------------------------------------------------------- starting

static char *file_of(const Node *n, const char *folder, const char *incarnation, const char *ending)
{
    Buf path = {0};

    buf_print(&path, "%s/%s/%s%s", n->folder, folder, incarnation, ending);
    return path.text;
}

static void copy_member(json_t *to, const json_t *from, const char *key)
{
    json_t *value = json_object_get(from, key);
    json_object_set_new(to, key, value ? json_deep_copy(value) : json_null());
}

static bool has_hash(const Manifest *m, const char *hash)
{
    char text[2 * SHA256_SIZE + 1];

    for (uint32_t i = 0; i < m->binary_count; i++) {
        sha256_text(m->binaries[i].hash, text);
        if (strcmp(text, hash) == 0)
            return true;
    }
    return false;
}

// The deployment file is the one that was signed, and what runs is what was read from it.
static bool is_signed_file(const Manifest *m, const json_t *start)
{
    const char *text = json_string_value(json_object_get(start, "deploy-text"));
    uint8_t hash[SHA256_SIZE];
    Sha256 s;

    if (!text)
        return false;
    sha256_init(&s);
    sha256_add(&s, text, strlen(text));
    sha256_end(&s, hash);
    json_t *read = json_loads(text, 0, NULL);
    bool is_same = memcmp(hash, m->deployment.hash, sizeof hash) == 0 &&
                   json_equal(read, json_object_get(start, "deploy"));
    json_decref(read);
    return is_same;
}

// With TLS only what the cluster's authority has signed is started.
static bool is_signed(const Node *n, const json_t *start, const char *hash, Err *err)
{
    const char *list = json_string_value(json_object_get(start, "list"));
    Manifest m;

    if (!n->issuer)
        return true;
    if (!list) {
        err_set(err, "the deployment has no signed list of programs");
        return false;
    }
    if (!manifest_parse(&m, "the list of programs", list, strlen(list), n->setup->authority, err))
        return false;
    if (strcmp(m.cluster, authority_speaker(n->issuer)->cluster) != 0)
        err_set(err, "the list of programs is of another cluster");
    else if (!has_hash(&m, hash))
        err_set(err, "the signed list has no program with the SHA-256 %.64s", hash);
    else if (!is_signed_file(&m, start))
        err_set(err, "the deployment file is not the one that was signed");
    manifest_drop(&m);
    return !err->set;
}

// What the container reads (start/container.h).
static bool write_setup(const Node *n, Child *c, const char *path, Err *err)
{
    static const char *const same[] = {"incarnation", "address", "kind", "grants",
                                       "dead",        "deploy",  "test", "seed"};
    const json_t *start = json_object_get(c->entry, "start");
    json_t *setup = json_object();
    WholeFile f;

    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        copy_member(setup, start, same[i]);
    copy_member(setup, n->doc, "cluster");
    json_t *replaces = json_object_get(start, "replaces");
    json_object_set_new(setup, "replaces", replaces ? json_deep_copy(replaces) : json_string("0"));
    copy_member(setup, c->entry, "first-new");
    bool is_again = json_is_true(json_object_get(start, "again"));
    json_object_set_new(setup, "creation",
                        is_again ? json_deep_copy(json_object_get(start, "creation"))
                                 : json_null());
    Buf text = {0};
    buf_print(&text, "%s/traces", n->folder);
    json_set_text(setup, "trace", json_is_true(json_object_get(start, "trace")) ? text.text : NULL);
    text.size = 0;
    buf_print(&text, "unix:%s", n->socket_path);
    json_set_text(setup, "socket", text.text);
    buf_drop(&text);
    json_set_text(setup, "log", n->setup->log.is_json ? "json" : "text");
    json_t *tls = node_tls(n, c, err);
    if (tls)
        json_object_set_new(setup, "tls", tls);
    bool is_written = tls && whole_file_open(&f, path, err);
    if (is_written) {
        json_dumpf(setup, f.out, JSON_COMPACT);
        is_written = whole_file_close(&f, err);
    }
    json_decref(setup);
    return is_written;
}

// Waits until the parent has written down who this is. If the parent ends before, so does this.
static _Noreturn void be_container(int program, int go, int log, const char *path)
{
    char *const arguments[] = {"plait-container", "--container", (char *)path, NULL};
    const struct rlimit none = {0, 0};
    sigset_t no_signals;
    char word;
    int null = open("/dev/null", O_RDONLY);

    setsid();  // signals of a terminal are not for it
    sigemptyset(&no_signals);
    sigprocmask(SIG_SETMASK, &no_signals, NULL);
    if (read(go, &word, 1) != 1 || dup2(null, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
        _exit(EXIT_ENVIRONMENT);
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    syscall(SYS_execveat, program, "", arguments, environ, AT_EMPTY_PATH);
    dprintf(2, "the program cannot be executed: %s\n", strerror(errno));
    _exit(EXIT_ENVIRONMENT);
}

// False: errno says why.
static bool fork_container(Node *n, Child *c, int program, const char *setup, const char *log_path)
{
    int go[2], log = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

    if (log < 0)
        return false;
    if (pipe2(go, O_CLOEXEC) != 0) {
        close(log);
        return false;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(go[1]);
        be_container(program, go[0], log, setup);
    }
    bool is_there = pid > 0 && process_watch(&c->process, pid);
    if (is_there) {
        json_object_set_new(c->entry, "pid", json_integer(pid));
        json_object_set_new(c->entry, "born", json_integer((json_int_t)c->process.born));
        node_save(n);
        is_there = write(go[1], "g", 1) == 1;
    }
    int reason = errno;
    close(go[0]);
    close(go[1]);
    close(log);
    errno = reason;
    return is_there;
}

// Of incarnations, for the containers that it will create. False: there is none at the moment.
static bool give_block(Node *n, Child *c)
{
    char text[17];
    uint64_t block = node_take_block(n);

    if (!block)
        return false;
    snprintf(text, sizeof text, "%" PRIx64, block << 32 | 1);
    json_object_set_new(c->entry, "first-new", json_string(text));
    return true;
}

// -1: the reason is in err, or, without a reason, it is still being looked for.
static int find_program(Node *n, const Child *c, Err *err)
{
    const json_t *start = json_object_get(c->entry, "start");
    const char *hash = json_string_value(json_object_get(start, "sha256"));

    if (!is_signed(n, start, hash ? hash : "", err))
        return -1;
    return programs_find(&n->programs, hash ? hash : "", err);
}

static bool start_process(Node *n, Child *c, int program, Err *err)
{
    bool is_started = false;
    char *setup = file_of(n, "containers", c->incarnation, ".json");
    char *log = file_of(n, "logs", c->incarnation, ".log");
    if (write_setup(n, c, setup, err)) {
        restarts_started(&c->restarts, loop_now());
        is_started = fork_container(n, c, program, setup, log);
        if (!is_started)
            err_os(err, "start", "a process");
    }
    free(setup);
    free(log);
    return is_started;
}

bool node_adopt(Node *n, Child *c)
{
    pid_t pid = (pid_t)json_integer_value(json_object_get(c->entry, "pid"));
    uint64_t born = (uint64_t)json_integer_value(json_object_get(c->entry, "born"));

    if (!pid || !process_adopt(&c->process, pid, born))
        return false;
    node_take_policy(c);
    restarts_started(&c->restarts, loop_now());
    c->has_called = true;
    node_say(n, c, LOG_INFORMS, "adopted", "pid", (int)pid, "process %d goes on");
    return true;
}

// -------------------------------------------------------------------------------------- ends

static void describe_end(const Child *c, const ProcessEnd *end, char *how, size_t size)
{
    if (end->how == PROCESS_KILLED)
        snprintf(how, size, "ended by signal %d", end->number);
    else if (end->how == PROCESS_EXITED || c->has_said_code)
        snprintf(how, size, "ended with code %d",
                 end->how == PROCESS_EXITED ? end->number : c->code);
    else
        snprintf(how, size, "ended; how is not known, for another manager has started it");
}

static bool comes_back(const Node *n, Child *c, bool has_failed, ProcessHow how)
{
    const json_t *known = json_object_get(c->entry, "restart");
    // One that has never called may have ended with the manager before this one, which had
    // written it down and not let it begin.
    json_int_t policy = known                    ? json_integer_value(known)
                        : how == PROCESS_UNKNOWN ? MEMBER_ALWAYS
                                                 : MEMBER_NEVER;

    if (c->is_ending || policy == MEMBER_NEVER || (policy == MEMBER_ON_FAILURE && !has_failed))
        return false;
    c->start_at = restarts_next(&c->restarts, loop_now());
    if (c->start_at == 0)
        node_say(n, c, LOG_FAILS, "given-up", "starts", (int)restarts_most(&c->restarts),
                 "has failed: %d starts in too short a time");
    return c->start_at != 0;
}

static void remove_setup(const Node *n, const Child *c)
{
    char *setup = file_of(n, "containers", c->incarnation, ".json");

    unlink(setup);
    free(setup);
}

static void forget(Node *n, Child *c, const char *how, int code)
{
    ControlWord word = {.kind = CONTROL_DEAD, .incarnation = number_of(c->incarnation)};

    remove_setup(n, c);
    json_t *news = json_pack("{s:s, s:s, s:s, s:i}", "what", "ended", "incarnation", c->incarnation,
                             "how", how, "code", code);
    node_tell_all(n, node_deployment(c), &word);
    json_object_del(json_object_get(n->doc, "containers"), c->incarnation);
    remove_child(n, c);
    node_report(n, news);
}

void node_ended(Node *n, Child *c, const char *why)
{
    ProcessEnd end = {PROCESS_UNKNOWN, 0};
    char how[128];

    if (c->process.pid)
        end = process_end(&c->process);
    if (c->control >= 0)
        close(c->control);
    c->control = -1;
    int code = end.how == PROCESS_EXITED ? end.number : c->has_said_code ? c->code : -1;
    describe_end(c, &end, how, sizeof how);
    if (code != 0)
        log_container(&n->setup->log, number_of(c->incarnation), kind_of(c), LOG_WARNS, "ended",
                      end.how == PROCESS_KILLED ? "signal" : "code",
                      end.how == PROCESS_KILLED ? end.number : code, why ? why : how);
    if (why || !comes_back(n, c, code != 0, end.how)) {
        forget(n, c, why ? why : how, code);
        return;
    }
    json_object_del(c->entry, "pid");
    json_object_set_new(c->entry, "how", json_string(how));
    node_save(n);
    node_tell_all(n, node_deployment(c),
                  &(ControlWord){
                      .kind = CONTROL_DEAD, .number = 1, .incarnation = number_of(c->incarnation)});
    node_send(n, json_pack("{s:s, s:s}", "what", "died", "incarnation", c->incarnation));
}

// ------------------------------------------------------------------------------------- again

// The container becomes another one, with a new incarnation. False: there is none at the moment.
static bool renew(Node *n, Child *c)
{
    json_t *containers = json_object_get(n->doc, "containers");
    json_t *start = json_object_get(c->entry, "start"), *dead = json_object_get(start, "dead");
    char before[17], now[17], first_new[17];
    uint64_t block = node_take_block(n);

    if (!block)
        return false;
    memcpy(before, c->incarnation, sizeof before);
    remove_setup(n, c);
    snprintf(now, sizeof now, "%" PRIx64, block << 32);
    snprintf(first_new, sizeof first_new, "%" PRIx64, block << 32 | 1);
    json_object_set_new(start, "incarnation", json_string(now));
    json_object_set_new(start, "again", json_true());
    json_object_set_new(start, "grants", json_array());
    json_array_append_new(dead, json_string(before));
    json_object_set_new(start, "replaces", json_string(before));
    json_object_set_new(c->entry, "first-new", json_string(first_new));
    json_object_set(containers, now, c->entry);
    json_object_del(containers, before);
    set_incarnation(c, now);
    c->has_said_code = c->has_called = false;
    c->state = (ControlWord){0};
    const char *how = json_string_value(json_object_get(c->entry, "how"));
    node_report(n, json_pack("{s:s, s:s, s:s, s:s}", "what", "again", "incarnation", before, "next",
                             now, "how", how ? how : ""));
    node_tell_all(n, node_deployment(c),
                  &(ControlWord){.kind = CONTROL_DEAD,
                                 .incarnation = number_of(before),
                                 .number = number_of(now)});
    return true;
}

static void start_again(Node *n, Child *c)
{
    Err err = {0};

    int program = find_program(n, c, &err);
    if (program < 0) {
        if (err.set)
            node_ended(n, c, err.text);
        return;
    }
    bool has_lived = json_object_get(c->entry, "born");
    bool has_block = has_lived ? renew(n, c) : give_block(n, c);
    if (!has_block) {
        c->start_at = loop_now() + BLOCK_LATER;
        return;
    }
    if (start_process(n, c, program, &err))
        return;
    node_ended(n, c, err.text);
}

// One that the manager of the cluster has given up may still hold the address: it is being killed.
static bool is_address_held(const Node *n, const Child *c)
{
    const json_t *address = json_object_get(json_object_get(c->entry, "start"), "address");

    for (uint32_t i = 0; i < n->child_count; i++) {
        const Child *other = n->children[i];
        const json_t *start = json_object_get(other->entry, "start");
        if (other != c && other->process.pid &&
            json_equal(address, json_object_get(start, "address")))
            return true;
    }
    return false;
}

void node_start_due(Node *n)
{
    for (uint32_t i = n->child_count; i-- > 0;) {
        Child *c = n->children[i];
        if (!c->process.pid && c->is_ending)
            node_ended(n, c, "was stopped");
        else if (!c->process.pid && loop_now() >= c->start_at && !is_address_held(n, c))
            start_again(n, c);
        else if (c->process.pid && c->kill_at && loop_now() >= c->kill_at)
            process_kill(&c->process, SIGKILL);
    }
}
