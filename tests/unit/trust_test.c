// tests/unit/trust_test.c: who is who in a cluster, what each may do, and signed lists of programs.

#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trust/trust.h"

// ------------------------------------------------------------------------------------- names

TEST(a_name_is_read_as_it_was_written)
{
    static const char *const names[] = {
        "plait://blue/authority", "plait://blue/node/alpha", "plait://blue/manager/manager",
        "plait://blue/operator/carla", "plait://blue/container/alpha/Server<A>/10000002a",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Speaker s;
        char text[SPEAKER_TEXT];
        EXPECT_TRUE(speaker_parse(names[i], &s));
        EXPECT_TRUE(speaker_print(&s, text));
        EXPECT_STR(text, names[i]);
    }
    Speaker s;
    EXPECT_TRUE(speaker_parse(names[4], &s));
    EXPECT_EQ(s.role, ROLE_CONTAINER);
    EXPECT_STR(s.cluster, "blue");
    EXPECT_STR(s.node, "alpha");
    EXPECT_STR(s.name, "Server<A>");
    EXPECT_EQ(s.incarnation, 0x10000002a);
}

TEST(what_names_nobody_is_refused)
{
    static const char *const texts[] = {
        "", "plait://", "plait:///node/a", "plait://blue", "plait://blue/", "plait://blue/node",
        "plait://blue/node/", "plait://blue/node/a/", "plait://blue/node/a/b", "http://blue/node/a",
        "plait://blue/king/a", "plait://blue/authority/a", "plait://blue/node/..",
        "plait://blue/node/a b", "plait://blue/node/%61", "plait://blue/container/a/S",
        "plait://blue/container/a/S/", "plait://blue/container/a/S/0", "plait://blue/container/a/S/01",
        "plait://blue/container/a/S/0x1", "plait://blue/container/a/S/-1", "plait://blue/container/a/S/A",
        "plait://blue/container/a/S/1/2", "plait://blue/container/a/S/11111111111111111",
    };
    Speaker s;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        EXPECT_FALSE(speaker_parse(texts[i], &s));
    char text[200];
    snprintf(text, sizeof text, "plait://blue/node/%065d", 1);
    EXPECT_FALSE(speaker_parse(text, &s));
}

// ------------------------------------------------------------------------------------ rights

// By role and act: 'x' may, 'o' only for its own, '.' may not.
TEST(each_role_may_do_what_the_table_says)
{
    static const char *const expected[ROLE_COUNT] = {
        // send create want start stop report deploy look
        [ROLE_AUTHORITY] = "........", [ROLE_CONTAINER] = "oxo.....", [ROLE_NODE] = ".ooooo.x",
        [ROLE_MANAGER] = ".xxxx..x",   [ROLE_OPERATOR] = "......xx",
    };
    for (int role = 0; role < ROLE_COUNT; role++)
        for (int act = 0; act < ACT_COUNT; act++) {
            Speaker who = {role, "blue", "alpha", "alpha", 7};
            Wish own = {act, "blue", "alpha", 7}, other = {act, "blue", "beta", 8};
            Wish nobody = {act, "blue", NULL, 0}, elsewhere = {act, "red", "alpha", 7};
            Err err = {0};
            char right = expected[role][act];
            EXPECT_EQ(speaker_may(&who, &own, &err), right != '.');
            EXPECT_EQ(speaker_may(&who, &other, &err), right == 'x');
            EXPECT_EQ(speaker_may(&who, &nobody, &err), right == 'x');
            EXPECT_FALSE(speaker_may(&who, &elsewhere, &err));
        }
}

TEST(a_refusal_says_who_and_what)
{
    Speaker who = {ROLE_CONTAINER, "blue", "alpha", "Server", 0x20};
    Err err = {0};

    EXPECT_FALSE(speaker_may(&who, &(Wish){ACT_SEND, "blue", NULL, 0x1f}, &err));
    EXPECT_STR(err.text, "plait://blue/container/alpha/Server/20 may not send events as the "
                         "container 1f");
    err = (Err){0};
    EXPECT_FALSE(speaker_may(&who, &(Wish){.act = ACT_DEPLOY, .cluster = "blue"}, &err));
    EXPECT_STR(err.text, "plait://blue/container/alpha/Server/20 may not deploy a program");
}

#ifdef HAVE_OPENSSL

// -------------------------------------------------------------------------------- authorities

static const char *folder(void)
{
    static char path[] = "/tmp/plait-trust-XXXXXX";
    static bool is_made;

    if (!is_made)
        EXPECT_TRUE(mkdtemp(path) != NULL);
    return is_made = true, path;
}

static const char *file(const char *name)
{
    static char paths[8][512];
    static unsigned next;
    char *path = paths[next++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", folder(), name);
    return path;
}

__attribute__((destructor)) static void remove_folder(void)
{
    char command[600];
    snprintf(command, sizeof command, "rm -rf %s", folder());
    if (system(command) != 0)
        perror(command);
}

static Authority *authority_of(const char *name)
{
    char key[64], certificate[64];
    Err err = {0};

    snprintf(key, sizeof key, "%s.key", name);
    snprintf(certificate, sizeof certificate, "%s.pem", name);
    CertificateFiles files = {file(certificate), file(key)};
    if (access(files.key, R_OK) != 0)
        EXPECT_TRUE(authority_make(files, name, 86400, &err));
    Authority *a = authority_open(files, &err);
    EXPECT_STR(err.text, "");
    return a;
}

TEST(an_authority_makes_no_second_authority)
{
    Authority *a = authority_of("blue");
    Err err = {0};
    Buf pem = {0};

    EXPECT_STR(authority_speaker(a)->cluster, "blue");
    EXPECT_FALSE(authority_issue(a, &(Speaker){.role = ROLE_AUTHORITY}, 10, &pem, &err));
    err = (Err){0};
    EXPECT_FALSE(authority_issue(a, &(Speaker){ROLE_NODE, "", "", "a/b", 0}, 10, &pem, &err));
    EXPECT_STR(err.text, "a/b is no name for a certificate of a node");
    EXPECT_EQ(pem.size, 0);
    authority_free(a);
}

TEST(a_node_signs_for_its_containers_alone)
{
    Authority *a = authority_of("blue");
    Err err = {0};
    Buf pem = {0};
    CertificateFiles made = {file("alpha.pem"), file("alpha.key")};
    Speaker node = {ROLE_NODE, "", "", "alpha", 0};

    EXPECT_TRUE(authority_issue_files(a, &node, 100, made, &err));
    Authority *alpha = authority_open(made, &err);
    EXPECT_STR(err.text, "");
    EXPECT_TRUE(authority_issue(alpha, &(Speaker){ROLE_CONTAINER, "", "", "Server", 7}, 10, &pem,
                                &err));
    EXPECT_FALSE(authority_issue(alpha, &node, 10, &pem, &err));
    EXPECT_STR(err.text, "the node alpha makes no certificate of a node");
    err = (Err){0};
    EXPECT_FALSE(manifest_make(alpha, "x", (const char *const[]){"y"}, 1, &pem, &err));
    EXPECT_STR(err.text, "only the authority of the cluster signs lists of programs");
    authority_free(alpha);

    err = (Err){0};
    EXPECT_FALSE(authority_issue_files(a, &node, 100, made, &err));
    EXPECT_TRUE(strstr(err.text, "File exists") != NULL);
    err = (Err){0};
    EXPECT_NULL(authority_open((CertificateFiles){file("blue.pem"), file("alpha.key")}, &err));
    EXPECT_TRUE(strstr(err.text, "is not the key of") != NULL);
    made = (CertificateFiles){file("boss.pem"), file("boss.key")};
    EXPECT_TRUE(authority_issue_files(a, &(Speaker){ROLE_MANAGER, "", "", "boss", 0}, 100, made,
                                      &err));
    err = (Err){0};
    EXPECT_NULL(authority_open(made, &err));
    EXPECT_TRUE(strstr(err.text, "boss.pem is not a certificate of the authority or a node") != NULL);
    buf_drop(&pem);
    authority_free(a);
}

// -------------------------------------------------------------------------------------- lists

static void write_file(const char *name, const char *text)
{
    FILE *out = fopen(file(name), "w");
    fputs(text, out);
    fclose(out);
}

static void make_list(const char *authority, Buf *list)
{
    Authority *a = authority_of(authority);
    Err err = {0};
    const char *binaries[] = {file("one"), file("two")};

    write_file("deploy.json", "{}");
    write_file("one", "#!/bin/sh\nexit 7\n");
    write_file("two", "two");
    EXPECT_TRUE(manifest_make(a, file("deploy.json"), binaries, 2, list, &err));
    EXPECT_STR(err.text, "");
    authority_free(a);
}

TEST(a_signed_list_is_read)
{
    Buf list = {0};
    Manifest m;
    Err err = {0};

    make_list("blue", &list);
    EXPECT_TRUE(manifest_parse(&m, "list", list.text, list.size, file("blue.pem"), &err));
    EXPECT_STR(m.cluster, "blue");
    EXPECT_TRUE(m.time > 0);
    EXPECT_STR(m.deployment.name, "deploy.json");
    EXPECT_EQ(m.binary_count, 2);
    EXPECT_STR(m.binaries[1].name, "two");
    EXPECT_TRUE(manifest_is_deployment(&m, file("deploy.json"), &err));
    EXPECT_FALSE(manifest_is_deployment(&m, file("two"), &err));
    EXPECT_TRUE(strstr(err.text, "two is not the deploy.json that was signed") != NULL);
    manifest_drop(&m);
    buf_drop(&list);
}

TEST(a_list_of_another_authority_is_refused)
{
    Buf list = {0};
    Manifest m;
    Err err = {0};

    authority_free(authority_of("red"));
    make_list("blue", &list);
    EXPECT_FALSE(manifest_parse(&m, "list", list.text, list.size, file("red.pem"), &err));
    EXPECT_TRUE(strstr(err.text, "list: this is not the signature of") != NULL);
    EXPECT_EQ(m.binary_count, 0);
    buf_drop(&list);
}

TEST(no_byte_of_a_list_can_be_changed_or_left_out)
{
    Buf list = {0};
    Manifest m;

    make_list("blue", &list);
    for (size_t i = 0; i < list.size; i++)
        for (int bit = 0; bit < 8; bit += 3) {
            Err err = {0};
            list.text[i] ^= (char)(1 << bit);
            EXPECT_FALSE(manifest_parse(&m, "list", list.text, list.size, file("blue.pem"), &err));
            list.text[i] ^= (char)(1 << bit);
        }
    for (size_t size = 0; size < list.size; size++) {
        Err err = {0};
        EXPECT_FALSE(manifest_parse(&m, "list", list.text, size, file("blue.pem"), &err));
        EXPECT_TRUE(err.set);
    }
    buf_drop(&list);
}

TEST(what_else_the_authority_has_signed_is_no_list)
{
    static const char *const texts[] = {
        "hello\n", "plait-manifest 1\n", "plait-manifest 1\ncluster red\ntime 1\n",
        "plait-manifest 1\ncluster blue\ntime 1\ndeployment 12 a\n",
        "plait-manifest 1\ncluster blue\ntime x\n",
    };
    Authority *a = authority_of("blue");

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Buf list = {0}, signature = {0};
        Manifest m;
        Err err = {0};
        EXPECT_TRUE(authority_sign(a, texts[i], strlen(texts[i]), &signature, &err));
        buf_print(&list, "%ssignature %s\n", texts[i], signature.text);
        EXPECT_FALSE(manifest_parse(&m, "list", list.text, list.size, file("blue.pem"), &err));
        EXPECT_STR(err.text, "list: the authority has signed something else than a list of programs");
        buf_drop(&list);
        buf_drop(&signature);
    }
    authority_free(a);
}

TEST(only_what_was_signed_is_executed)
{
    Buf list = {0};
    Manifest m;
    Err err = {0};
    int status;

    make_list("blue", &list);
    EXPECT_TRUE(manifest_parse(&m, "list", list.text, list.size, file("blue.pem"), &err));
    EXPECT_EQ(manifest_open(&m, "three", folder(), &err), -1);
    EXPECT_STR(err.text, "three is not in the signed list of programs");
    err = (Err){0};
    EXPECT_EQ(manifest_open(&m, "../one", folder(), &err), -1);

    int fd = manifest_open(&m, "one", folder(), &err);
    EXPECT_TRUE(fd >= 0);
    write_file("one", "#!/bin/sh\nexit 8\n");  // too late
    EXPECT_EQ(write(fd, "x", 1), -1);
    EXPECT_EQ(fcntl(fd, F_SETFD, 0), 0);  // a script is opened again by its interpreter
    pid_t child = fork();
    if (child == 0) {
        char *const arguments[] = {"one", NULL}, *const environment[] = {NULL};
        fexecve(fd, arguments, environment);
        _exit(1);
    }
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 7);
    close(fd);
    err = (Err){0};
    EXPECT_EQ(manifest_open(&m, "one", folder(), &err), -1);
    EXPECT_TRUE(strstr(err.text, "one is not the one that was signed") != NULL);
    manifest_drop(&m);
    buf_drop(&list);
}

// ------------------------------------------------------------------------------------ renewal

static void read_all(const char *path, Buf *text)
{
    char bytes[8192];
    FILE *in = fopen(path, "r");
    buf_add(text, bytes, fread(bytes, 1, sizeof bytes, in));
    fclose(in);
}

TEST(a_certificate_is_renewed_for_its_owner_alone)
{
    Authority *blue = authority_of("blue"), *red = authority_of("red");
    Err err = {0};
    Buf before = {0}, now = {0};
    CertificateFiles made = {file("gamma.pem"), file("gamma.key")};
    Speaker gamma = {ROLE_NODE, "blue", "", "gamma", 0},
            delta = {ROLE_NODE, "blue", "", "delta", 0};

    EXPECT_TRUE(authority_issue_files(blue, &gamma, 100, made, &err));
    read_all(made.certificate, &before);
    EXPECT_FALSE(authority_renew(blue, before.text, &delta, 0, &now, &err));
    EXPECT_STR(err.text, "the certificate does not name its owner");
    err = (Err){0};
    EXPECT_FALSE(authority_renew(red, before.text, &gamma, 0, &now, &err));
    EXPECT_STR(err.text, "the certificate is not of the authority of red");
    err = (Err){0};
    EXPECT_FALSE(authority_renew(blue, "no certificate", &gamma, 0, &now, &err));
    EXPECT_TRUE(strstr(err.text, "there is no certificate to renew") != NULL);
    err = (Err){0};
    EXPECT_TRUE(authority_renew(blue, before.text, &gamma, 0, &now, &err));
    EXPECT_STR(err.text, "");
    EXPECT_TRUE(strcmp(before.text, now.text) != 0);

    // In its place, with the key that was there before.
    EXPECT_TRUE(authority_renew_file(blue, made.certificate, 0, &err));
    Authority *again = authority_open(made, &err);
    EXPECT_STR(err.text, "");
    authority_free(again);
    buf_drop(&before);
    buf_drop(&now);
    authority_free(blue);
    authority_free(red);
}

TEST(a_node_and_an_authority_of_the_same_name_renew_nothing)
{
    Authority *blue = authority_of("blue");
    Err err = {0};
    Buf before = {0}, now = {0};
    CertificateFiles made = {file("epsilon.pem"), file("epsilon.key")};
    CertificateFiles twin = {file("twin.pem"), file("twin.key")};
    Speaker node = {ROLE_NODE, "blue", "", "epsilon", 0};

    EXPECT_TRUE(authority_issue_files(blue, &node, 100, made, &err));
    read_all(made.certificate, &before);
    Authority *epsilon = authority_open(made, &err);
    EXPECT_FALSE(authority_renew(epsilon, before.text, &node, 0, &now, &err));
    authority_free(epsilon);
    err = (Err){0};
    EXPECT_TRUE(authority_make(twin, "blue", 100, &err));
    Authority *other = authority_open(twin, &err);
    EXPECT_FALSE(authority_renew(other, before.text, &node, 0, &now, &err));
    EXPECT_STR(err.text, "the certificate is not of the authority of blue");
    authority_free(other);
    EXPECT_EQ(now.size, 0);
    buf_drop(&before);
    authority_free(blue);
}

TEST(the_renewed_authority_is_the_same_one)
{
    Err err = {0};
    Buf list = {0};
    Manifest m;

    make_list("blue", &list);
    Authority *blue = authority_of("blue");
    EXPECT_TRUE(authority_renew_file(blue, file("blue.pem"), 100, &err));
    authority_free(blue);
    authority_free(authority_of("blue"));  // its key fits
    EXPECT_TRUE(manifest_parse(&m, "list", list.text, list.size, file("blue.pem"), &err));
    EXPECT_STR(err.text, "");
    manifest_drop(&m);
    buf_drop(&list);
}

TEST(a_certificate_is_renewed_when_two_thirds_are_over)
{
    CertificateTime t = certificate_time_of(90);

    EXPECT_EQ(t.end - t.renew, 30);
    EXPECT_EQ(certificate_time_of(1).end - certificate_time_of(1).renew, 1);
}

#endif
