// tests/unit/gateway_test.c: what comes from clients of a service.

#include "test.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/rng.h"
#include "door.h"

static RespStatus parse(const char *text, RespCommand *command, size_t *used)
{
    const char *why;
    RespStatus status = resp_parse(text, strlen(text), command, used, &why);
    EXPECT_EQ(status == RESP_BAD, why != NULL);
    return status;
}

TEST(a_command_is_words)
{
    RespCommand c;
    size_t used;

    EXPECT_EQ(parse("*2\r\n$3\r\nGET\r\n$0\r\n\r\n*1", &c, &used), RESP_COMMAND);
    EXPECT_EQ(used, 19);
    EXPECT_EQ(c.count, 2);
    EXPECT_EQ(c.words[0].size, 3);
    EXPECT_EQ(c.words[1].size, 0);
    EXPECT_EQ(parse("  GET  a\tb \r\nx", &c, &used), RESP_COMMAND);
    EXPECT_EQ(used, 13);
    EXPECT_EQ(c.count, 3);
    EXPECT_EQ(parse("\r\n", &c, &used), RESP_COMMAND);
    EXPECT_EQ(c.count, 0);
    EXPECT_EQ(parse("*0\r\n", &c, &used), RESP_COMMAND);
    EXPECT_EQ(c.count, 0);
}

TEST(half_a_command_waits)
{
    const char whole[] = "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$2\r\nv\n\r\n";
    RespCommand c;
    size_t used;
    const char *why;

    for (size_t count = 0; count < sizeof whole - 1; count++)
        EXPECT_EQ(resp_parse(whole, count, &c, &used, &why), RESP_MORE);
    EXPECT_EQ(resp_parse(whole, sizeof whole - 1, &c, &used, &why), RESP_COMMAND);
}

TEST(nonsense_is_refused)
{
    static const char *const texts[] = {
        "*-1\r\n",
        "*1x\r\n",
        "*1\n",
        "*1\r\nx",
        "*1\r\n$1\r\nabc",
        "*1\r\n$1\r\na\r\r",
        "*17\r\n",
        "*4294967296\r\n",
        "*1\r\n$8193\r\n",
        "*\r\n",
        "*1\r\n:1\r\n",
        "*1\r\r",
        "a b c d e f g h i j k l m n o p q\n",
    };
    RespCommand c;
    size_t used;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        EXPECT_EQ(parse(texts[i], &c, &used), RESP_BAD);
}

// Damaged commands in memory of their exact size: the sanitizer sees each byte that is read behind.
TEST(damaged_bytes_are_safe)
{
    static const char whole[] =
        "*3\r\n$3\r\nSET\r\n$5\r\nk1234\r\n$2\r\nvv\r\n*1\r\n$4\r\nPING\r\n";
    Rng rng = rng_from(1);

    for (int i = 0; i < 20000; i++) {
        size_t count = rng_below(&rng, sizeof whole);
        char *bytes = malloc(count + 1);
        memcpy(bytes, whole, count);
        for (uint64_t n = rng_below(&rng, 4); n > 0 && count > 0; n--)
            bytes[rng_below(&rng, count)] = "*$0129\r\n \xff"[rng_below(&rng, 10)];
        char *exact = realloc(bytes, count ? count : 1);
        RespCommand c;
        size_t used;
        const char *why;
        RespStatus status = resp_parse(exact, count, &c, &used, &why);
        EXPECT_TRUE(status != RESP_COMMAND || (used <= count && c.count <= RESP_WORDS));
        free(exact);
    }
}

// ------------------------------------------------------------------------------------ a door

typedef struct Echo {
    uint32_t refusals;
    pthread_mutex_t lock;
    pthread_cond_t news;
    int knocks;
} Echo;

// A service that wants no requests at first: three times it says no.
static bool may_ask(void *owner)
{
    Echo *e = owner;
    pthread_mutex_lock(&e->lock);
    EXPECT_TRUE(e->refusals == 3 || e->knocks == 0);
    bool may = e->refusals == 3;
    e->refusals += !may;
    pthread_mutex_unlock(&e->lock);
    return may;
}

static void knock(void *owner)
{
    Echo *e = owner;
    pthread_mutex_lock(&e->lock);
    e->knocks++;
    pthread_cond_signal(&e->news);
    pthread_mutex_unlock(&e->lock);
}

static void wait_for_knock(Echo *e)
{
    pthread_mutex_lock(&e->lock);
    while (e->knocks == 0)
        pthread_cond_wait(&e->news, &e->lock);
    e->knocks--;
    pthread_mutex_unlock(&e->lock);
}

// The service of this test replies to each command with its key.
static uint32_t serve_one(Door *d, Echo *e)
{
    wait_for_knock(e);
    const Request *next = door_next(d);
    EXPECT_TRUE(next != NULL);
    Request *r = door_request(d, next->id);
    EXPECT_TRUE(r == next);
    uint32_t count = r->count;
    EXPECT_TRUE(count > 0 && count <= REQUEST_COMMANDS);
    for (uint32_t i = 0; i < count; i++)
        reply_result(&r->entries[i].reply, REPLY_TEXT, r->entries[i].kept.text,
                     r->entries[i].kept.key_size);
    door_reply(d, r);
    return count;
}

static struct sockaddr_in any_port(void)
{
    return (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int call(const Door *d)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(door_port(d))};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

TEST(replies_come_in_the_order_of_commands)
{
    enum { COMMANDS = 1200 };  // more than may be open at a time
    static const char command[] = "GET abc\r\n", reply[] = "$3\r\nabc\r\n";
    Echo *e = calloc(1, sizeof *e);
    char got[COMMANDS * (sizeof reply - 1)];

    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->news, NULL);
    Door *d = door_new(any_port(), LANGUAGE_TABLE, knock, may_ask, e);
    EXPECT_TRUE(d != NULL);
    int fd = call(d);
    for (int i = 0; i < COMMANDS; i++)
        EXPECT_EQ(send(fd, command, sizeof command - 1, 0), sizeof command - 1);
    for (uint32_t served = 0; served < COMMANDS;)
        served += serve_one(d, e);
    for (size_t count = 0; count < sizeof got;) {
        ssize_t more = recv(fd, got + count, sizeof got - count, 0);
        EXPECT_TRUE(more > 0);
        count += (size_t)more;
    }
    for (int i = 0; i < COMMANDS; i++)
        EXPECT_EQ(memcmp(got + (size_t)i * (sizeof reply - 1), reply, sizeof reply - 1), 0);
    close(fd);
    door_free(d);
}

TEST(a_door_closes_with_requests_under_way)
{
    Echo *e = calloc(1, sizeof *e);

    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->news, NULL);
    Door *d = door_new(any_port(), LANGUAGE_TABLE, knock, may_ask, e);
    int fd = call(d);
    EXPECT_EQ(send(fd, "GET a\r\nGET", 10, 0), 10);
    wait_for_knock(e);
    EXPECT_TRUE(door_next(d) != NULL);
    EXPECT_TRUE(door_next(d) == NULL);
    EXPECT_TRUE(door_request(d, 77) == NULL);
    door_free(d);
    close(fd);
}

// -------------------------------------------------------------------------------------- MULTI

// Gives the lines to a connection, and returns its replies: what goes to the service is "[N]", with the number of its
// operations.
static const char *said(Language language, const char *lines)
{
    static char out[4096];
    Multi m = {0};
    Reply replies = {0};
    size_t used;
    RespCommand command;

    for (const char *why; resp_parse(lines, strlen(lines), &command, &used, &why) == RESP_COMMAND;
         lines += used) {
        Operation operation;
        Reply reply = {0};
        CommandUse use = command_read(language, &command, &operation, &reply);
        use = multi_take(&m, use, &operation, &reply);
        char number[16];
        snprintf(number, sizeof number, "[%u]", use == COMMAND_EXEC ? m.count : 1);
        if (use == COMMAND_EXEC || use == COMMAND_ASKS)
            reply_line(&reply, number);
        if (use == COMMAND_EXEC)
            multi_clear(&m);
        reply_add(&replies, reply.text, reply.size);
        free(reply.text);
    }
    multi_clear(&m);
    EXPECT_TRUE(replies.size < sizeof out);
    memcpy(out, replies.text, replies.size);
    out[replies.size] = '\0';
    free(replies.text);
    return out;
}

TEST(a_transaction_goes_to_the_service_as_one)
{
    EXPECT_STR(said(LANGUAGE_TRANSACTIONS, "MULTI\nSET a 1\nGET b\nEXEC\nGET a\n"),
               "+OK\r\n+QUEUED\r\n+QUEUED\r\n[2]\r\n[1]\r\n");
    EXPECT_STR(said(LANGUAGE_TRANSACTIONS, "multi\nset a 1\ndiscard\nmulti\nexec\n"),
               "+OK\r\n+QUEUED\r\n+OK\r\n+OK\r\n*0\r\n");
}

TEST(a_transaction_with_an_error_goes_nowhere)
{
    EXPECT_STR(said(LANGUAGE_TRANSACTIONS, "MULTI\nSET a\nSET a 1\nEXEC\nGET a\n"),
               "+OK\r\n-ERR wrong number of arguments\r\n+QUEUED\r\n"
               "-EXECABORT Transaction discarded because of previous errors.\r\n[1]\r\n");
    EXPECT_STR(said(LANGUAGE_TRANSACTIONS, "EXEC\nDISCARD\nMULTI\nMULTI\nSET a 1\nEXEC\n"),
               "-ERR EXEC without MULTI\r\n-ERR DISCARD without MULTI\r\n+OK\r\n"
               "-ERR MULTI calls can not be nested\r\n+QUEUED\r\n[1]\r\n");
    EXPECT_STR(said(LANGUAGE_TABLE, "MULTI\n"), "-ERR unknown command\r\n");
}

TEST(lists_have_other_commands)
{
    EXPECT_STR(said(LANGUAGE_LIST, "RPUSH a 1\nlpop a\nLINDEX a -1\nLLEN a\n"),
               "[1]\r\n[1]\r\n[1]\r\n[1]\r\n");
    EXPECT_STR(said(LANGUAGE_LIST, "GET a\nMULTI\nLINDEX a -\nLINDEX a 1x\nRPUSH a\n"),
               "-ERR unknown command\r\n-ERR unknown command\r\n"
               "-ERR value is not an integer or out of range\r\n"
               "-ERR value is not an integer or out of range\r\n"
               "-ERR wrong number of arguments\r\n");
}

TEST(a_transaction_has_a_largest_size)
{
    Multi m = {0};
    Reply reply = {0};
    Operation operation = {.kind = TABLE_GET, .key = {"k", 1}};

    EXPECT_EQ(multi_take(&m, COMMAND_MULTI, NULL, &reply), COMMAND_SAYS);
    for (int i = 0; i <= MULTI_COMMANDS; i++)
        EXPECT_EQ(multi_take(&m, COMMAND_ASKS, &operation, &reply), COMMAND_SAYS);
    EXPECT_EQ(m.count, MULTI_COMMANDS);
    EXPECT_EQ(multi_take(&m, COMMAND_EXEC, NULL, &reply), COMMAND_SAYS);
    EXPECT_EQ(m.count, 0);
    multi_clear(&m);
    free(reply.text);
}
