// tests/unit/deploy_test.c: deployment files, and what is said about wrong ones.

#include "deploy/deploy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "deploy/json_lines.h"
#include "test.h"

// Reads the text as a file. The reason begins behind the name of the file.
static bool read_deploy(const char *text, Deploy *d, char *reason, size_t size)
{
    char path[] = "/tmp/plait_deploy_XXXXXX";
    int file = mkstemp(path);
    Err err = {0};
    EXPECT_TRUE(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    bool is_fine = deploy_read(d, path, &err);
    unlink(path);
    const char *colon = strchr(err.text, ':');
    snprintf(reason, size, "%s", colon ? colon : err.text);
    return is_fine;
}

TEST(a_deployment_file_is_read)
{
    Deploy d;
    char reason[sizeof(((Err *)0)->text)];
    EXPECT_TRUE(
        read_deploy("{\"plait-deploy\": 1,\n \"default\": \"with-creator\",\n"
                    " \"machines\": {\"Server\": {\"container\": \"own\", \"per-host\": 2,\n"
                    "   \"spread\": true, \"restart\": \"on-failure\", \"starts\": {\"most\": 9, "
                    "\"within-s\": 8},\n"
                    "   \"quota\": {\"memory-mib\": 256, \"machines\": 9, \"queue\": 7, "
                    "\"cpu-percent\": 25}},\n"
                    "  \"Timer\": {}},\n"
                    " \"outside\": [\"eAsk\"], \"hosts\": [\"alpha\", \"10.0.0.2\", \"fd00::2\"],\n"
                    " \"tls\": {\"certificate\": \"c\", \"key\": \"k\", \"authority\": \"/a\"},\n"
                    " \"suspicion-ms\": 250}\n",
                    &d, reason, sizeof reason));
    EXPECT_EQ(d.kind_count, 2);
    EXPECT_EQ(d.kinds[0].per_host, 2);
    EXPECT_EQ(d.kinds[0].line, 3);
    EXPECT_TRUE(d.kinds[0].spreads && d.kinds[0].is_own && d.kinds[0].restart == RESTART_ON_FAILURE);
    EXPECT_EQ(d.kinds[0].memory_mib, 256);
    EXPECT_EQ(d.kinds[0].cpu_percent, 25);
    EXPECT_EQ(d.kinds[0].queue, 7);
    EXPECT_EQ(d.kinds[0].starts.most, 9);
    EXPECT_EQ(d.kinds[0].starts.within_s, 8);
    EXPECT_EQ(d.kinds[0].starts.first_ms, 0);
    EXPECT_EQ(d.kinds[1].line, 6);
    EXPECT_TRUE(deploy_is_with_creator(&d, "Timer") && deploy_is_with_creator(&d, "Other"));
    EXPECT_TRUE(!deploy_is_with_creator(&d, "Server"));
    EXPECT_EQ(d.outside_count, 1);
    EXPECT_EQ(d.host_count, 3);
    EXPECT_STR(d.authority, "/a");
    EXPECT_TRUE(d.key[0] == '/' && strcmp(strrchr(d.key, '/'), "/k") == 0);  // beside the file
    EXPECT_EQ(d.suspicion_ms, 250);
    deploy_drop(&d);
}

TEST(a_mistake_is_reported_with_line_and_key)
{
    static const struct {
        const char *text, *reason;
    } wrong[] = {
        {"{\"machines\": {}}", ":1: the key plait-deploy is missing"},
        {"[]", ":1: the file must be an object"},
        {"{\"plait-deploy\": 1,\n\"machine\": {}}", ":2: machine: there is no such key"},
        {"{\"plait-deploy\": 2}", ":1: plait-deploy: this plait reads version 1"},
        {"{\"plait-deploy\": 1,\n\n\"default\": \"mine\"}",
         ":3: default: this must be \"own\" or \"with-creator\""},
        {"{\"plait-deploy\": 1, \"machines\": {\n\"A\": {},\n\"B\": {\n\"per-host\": 0}}}",
         ":4: machines.B.per-host: this must be a number from 1 to 1073741824"},
        {"{\"plait-deploy\": 1, \"machines\": {\n\"A\": {\"container\": \"with-creator\",\n"
         "\"restart\": \"always\"}}}",
         ":3: machines.A.restart: A has no container of its own"},
        {"{\"plait-deploy\": 1,\n\"hosts\": [\"a:7000\"]}",
         ":2: hosts: a:7000 is not the name or the address of a node, without a port"},
        {"{\"plait-deploy\": 1,\n\"machines\": {\"A\": {\"starts\": {\"most\": 65}}}}",
         ":2: machines.A.starts: most must be a number from 1 to 64"},
        {"{\"plait-deploy\": 1,\n\"tls\": {\"key\": \"k\"}}",
         ":2: tls: certificate, key and authority are all needed"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Deploy d;
        char reason[sizeof(((Err *)0)->text)];
        EXPECT_TRUE(!read_deploy(wrong[i].text, &d, reason, sizeof reason));
        EXPECT_STR(reason, wrong[i].reason);
    }
}

TEST(text_that_is_not_json_is_reported_with_its_line)
{
    Deploy d;
    char reason[sizeof(((Err *)0)->text)];
    EXPECT_TRUE(!read_deploy("{\n\"plait-deploy\": 1\n\"a\"}", &d, reason, sizeof reason));
    EXPECT_TRUE(strncmp(reason, ":3:", 3) == 0);
    EXPECT_TRUE(!read_deploy("{\"plait-deploy\": 1, \"plait-deploy\": 1}", &d, reason, sizeof reason));
}

TEST(the_line_of_a_key_is_found_behind_lists_and_texts)
{
    const char *text = "{\"a\": [1, {\"b\": \"}\\\"\"}],\n \"c\": {\"x\": 1,\n  \"b\": -2e5}}";
    EXPECT_EQ(json_line_of(text, (const char *[]){"c", "b"}, 2), 3);
    EXPECT_EQ(json_line_of(text, (const char *[]){"c", "none"}, 2), 2);
    EXPECT_EQ(json_line_of(text, (const char *[]){"a", "b"}, 2), 1);
}
