// trust/manifest.c: the list of programs that a cluster may run, signed by its authority.

#include "trust/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

#ifdef HAVE_OPENSSL
#include <openssl/evp.h>
#endif

static const char first_line[] = "plait-manifest 1\n";
static const char signature_key[] = "signature ";

// ---------------------------------------------------------------------------------- hashes

// Hashes the file, and writes its bytes to `copy`, unless that is -1. False: the reason is in err.
static bool hash_file(const char *path, int copy, uint8_t hash[static MANIFEST_HASH], Err *err)
{
#ifdef HAVE_OPENSSL
    FILE *in = fopen(path, "rbe");
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    static const size_t room = 64 << 10;
    char *block = memory_resized(NULL, room, 1);
    bool is_read = in && context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1;

    for (size_t size; is_read && (size = fread(block, 1, room, in)) > 0;)
        is_read = EVP_DigestUpdate(context, block, size) == 1 &&
                  (copy < 0 || write(copy, block, size) == (ssize_t)size);
    is_read = is_read && !ferror(in) && EVP_DigestFinal_ex(context, hash, NULL) == 1;
    if (!is_read)
        err_os(err, "read", path);
    free(block);
    EVP_MD_CTX_free(context);
    if (in)
        fclose(in);
    return is_read;
#else
    (void)copy, (void)hash;
    err_set(err, "%s cannot be hashed: Plait was built without OpenSSL", path);
    return false;
#endif
}

static void print_hash(Buf *out, const uint8_t hash[static MANIFEST_HASH])
{
    for (int i = 0; i < MANIFEST_HASH; i++)
        buf_print(out, "%02x", hash[i]);
}

static bool take_hash(const char *text, uint8_t hash[static MANIFEST_HASH])
{
    static const char digits[] = "0123456789abcdef";

    for (int i = 0; i < 2 * MANIFEST_HASH; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        hash[i / 2] = (uint8_t)(hash[i / 2] << 4 | (digit - digits));
    }
    return true;
}

// ---------------------------------------------------------------------------------- writing

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool add_file(Buf *out, const char *key, const char *path, Err *err)
{
    uint8_t hash[MANIFEST_HASH] = {0};

    if (!speaker_is_name(name_of(path))) {
        err_set(err, "%s: a file in a signed list has a name of at most %d letters, without space",
                path, SPEAKER_NAME);
        return false;
    }
    if (!hash_file(path, -1, hash, err))
        return false;
    buf_print(out, "%s ", key);
    print_hash(out, hash);
    buf_print(out, " %s\n", name_of(path));
    return true;
}

static bool has_twice(const char *const *paths, uint32_t count, Err *err)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(name_of(paths[i]), name_of(paths[k])) == 0) {
                err_set(err, "two binaries have the name %s", name_of(paths[i]));
                return true;
            }
    return false;
}

bool manifest_make(const Authority *a, const char *deployment, const char *const *binaries,
                   uint32_t count, Buf *out, Err *err)
{
    Buf text = {0}, signature = {0};
    bool is_made = !has_twice(binaries, count, err);

    assert(count > 0);
    if (authority_speaker(a)->role != ROLE_AUTHORITY) {
        err_set(err, "only the authority of the cluster signs lists of programs");
        return false;
    }
    buf_print(&text, "%scluster %s\ntime %" PRIu64 "\n", first_line, authority_speaker(a)->cluster,
              (uint64_t)time(NULL));
    is_made = is_made && add_file(&text, "deployment", deployment, err);
    for (uint32_t i = 0; is_made && i < count; i++)
        is_made = add_file(&text, "binary", binaries[i], err);
    is_made = is_made && authority_sign(a, text.text, text.size, &signature, err);
    if (is_made)
        buf_print(out, "%s%s%s\n", text.text, signature_key, signature.text);
    buf_drop(&text);
    buf_drop(&signature);
    return is_made;
}

// ---------------------------------------------------------------------------------- reading

// What stands in the line behind the key. False: it is another line, or there is none.
static bool take_line(char **at, const char *key, char **value)
{
    size_t size = strlen(key);
    char *end = strchr(*at, '\n');

    if (!end || strncmp(*at, key, size) != 0 || (*at)[size] != ' ')
        return false;
    *end = '\0';
    *value = *at + size + 1;
    *at = end + 1;
    return true;
}

static bool take_entry(char **at, const char *key, ManifestEntry *e)
{
    char *value;

    if (!take_line(at, key, &value) || !take_hash(value, e->hash) ||
        value[2 * MANIFEST_HASH] != ' ' || !speaker_is_name(value + 2 * MANIFEST_HASH + 1))
        return false;
    e->name = memory_copy_text(value + 2 * MANIFEST_HASH + 1);
    return true;
}

static const ManifestEntry *find(const Manifest *m, const char *name)
{
    for (uint32_t i = 0; i < m->binary_count; i++)
        if (strcmp(m->binaries[i].name, name) == 0)
            return &m->binaries[i];
    return NULL;
}

// `text` is what was signed, and is changed. False: this is no list.
static bool take_list(Manifest *m, char *text, const char *cluster)
{
    char *at = text + strlen(first_line), *value, *end;
    uint32_t capacity = 0;

    if (strncmp(text, first_line, strlen(first_line)) != 0 || !take_line(&at, "cluster", &value) ||
        strcmp(value, cluster) != 0)
        return false;
    snprintf(m->cluster, sizeof m->cluster, "%s", cluster);
    if (!take_line(&at, "time", &value))
        return false;
    m->time = strtoull(value, &end, 10);
    if (end == value || *end || !take_entry(&at, "deployment", &m->deployment))
        return false;
    while (*at) {
        ManifestEntry e = {0};
        if (!take_entry(&at, "binary", &e))
            return false;
        bool is_twice = find(m, e.name);
        MEMORY_GROW(m->binaries, m->binary_count + 1, capacity);
        m->binaries[m->binary_count++] = e;
        if (is_twice)
            return false;
    }
    return m->binary_count > 0;
}

// The signature, which is the last line; NULL: there is none. Ends the text before it.
static char *cut_signature(char *text, size_t size)
{
    size_t key = strlen(signature_key);

    if (size == 0 || strlen(text) != size || text[size - 1] != '\n')
        return NULL;
    text[size - 1] = '\0';
    char *line = strrchr(text, '\n');
    if (!line || strncmp(line + 1, signature_key, key) != 0)
        return NULL;
    line[1] = '\0';
    return line + 1 + key;
}

bool manifest_parse(Manifest *m, const char *from, const char *text, size_t size,
                    const char *authority, Err *err)
{
    char cluster[SPEAKER_NAME + 1];
    Err why = {0};
    char *copy = memory_zeroed(size + 1, 1);
    bool is_good = false;

    *m = (Manifest){0};
    if (size)
        memcpy(copy, text, size);
    const char *signature = cut_signature(copy, size);
    if (!signature)
        err_set(err, "%s: this is no signed list of programs", from);
    else if (!authority_has_signed(authority, copy, strlen(copy), signature, cluster, &why))
        err_set(err, "%s: %s", from, why.text);
    else if (!take_list(m, copy, cluster))
        err_set(err, "%s: the authority has signed something else than a list of programs", from);
    else
        is_good = true;
    free(copy);
    if (!is_good)
        manifest_drop(m);
    return is_good;
}

bool manifest_read(Manifest *m, const char *path, const char *authority, Err *err)
{
    Buf text = {0};
    char block[4096];
    size_t size;
    FILE *in = fopen(path, "rbe");

    *m = (Manifest){0};
    if (!in) {
        err_os(err, "open", path);
        return false;
    }
    while ((size = fread(block, 1, sizeof block, in)) > 0 && text.size <= MANIFEST_SIZE_MAX)
        buf_add(&text, block, size);
    bool is_read = !ferror(in) && text.size <= MANIFEST_SIZE_MAX;
    if (!is_read)
        err_set(err, "%s cannot be read, or is longer than %d bytes", path, MANIFEST_SIZE_MAX);
    fclose(in);
    is_read = is_read && manifest_parse(m, path, buf_text(&text), text.size, authority, err);
    buf_drop(&text);
    return is_read;
}

void manifest_drop(Manifest *m)
{
    for (uint32_t i = 0; i < m->binary_count; i++)
        free(m->binaries[i].name);
    free(m->binaries);
    free(m->deployment.name);
    *m = (Manifest){0};
}

// ------------------------------------------------------------------------------------ files

static bool is_signed(const ManifestEntry *e, const uint8_t hash[static MANIFEST_HASH],
                      const char *path, Err *err)
{
    if (memcmp(e->hash, hash, MANIFEST_HASH) == 0)
        return true;
    err_set(err, "%s is not the %s that was signed", path, e->name);
    return false;
}

bool manifest_is_deployment(const Manifest *m, const char *path, Err *err)
{
    uint8_t hash[MANIFEST_HASH] = {0};

    return hash_file(path, -1, hash, err) && is_signed(&m->deployment, hash, path, err);
}

// A copy that cannot be changed. -1: the reason is in err.
static int open_copy(const ManifestEntry *e, const char *path, Err *err)
{
    uint8_t hash[MANIFEST_HASH] = {0};
    int fd = memfd_create(e->name, MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (fd < 0) {
        err_os(err, "make a copy of", path);
        return -1;
    }
    if (hash_file(path, fd, hash, err) && is_signed(e, hash, path, err)) {
        if (fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
            return fd;
        err_os(err, "seal a copy of", path);
    }
    close(fd);
    return -1;
}

int manifest_open(const Manifest *m, const char *name, const char *folder, Err *err)
{
    const ManifestEntry *e = find(m, name);
    Buf path = {0};

    if (!e) {
        err_set(err, "%s is not in the signed list of programs", name);
        return -1;
    }
    buf_print(&path, "%s/%s", folder, e->name);
    int fd = open_copy(e, path.text, err);
    buf_drop(&path);
    return fd;
}
