// cli/deploy_table.c: the status of a cluster as a table.

#include "cli/deploy_table.h"

#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "-";
}

static long long number_of(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

static void print_nodes(const json_t *nodes, FILE *out)
{
    if (json_array_size(nodes) == 0)
        fputs("no node is known\n", out);
    else
        fprintf(out, "%-16s %-6s %-24s %s\n", "NODE", "STATE", "HOST", "PORTS");
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *n = json_array_get(nodes, i), *ports = json_object_get(n, "ports");
        fprintf(out, "%-16s %-6s %-24s %d-%d\n", text_of(n, "node"), text_of(n, "state"),
                text_of(n, "host"), (int)json_integer_value(json_array_get(ports, 0)),
                (int)json_integer_value(json_array_get(ports, 1)));
    }
}

static void print_containers(const json_t *containers, FILE *out)
{
    if (json_array_size(containers) > 0)
        fprintf(out, "  %-16s %-16s %-16s %-9s %6s %8s %8s %10s %10s %10s\n", "CONTAINER", "KIND",
                "NODE", "STATE", "STARTS", "PID", "MACHINES", "EVENTS", "SENT", "RECEIVED");
    for (size_t i = 0; i < json_array_size(containers); i++) {
        const json_t *c = json_array_get(containers, i);
        fprintf(out, "  %-16s %-16s %-16s %-9s %6lld %8lld %8lld %10lld %10lld %10lld\n",
                text_of(c, "container"), text_of(c, "kind"), text_of(c, "node"),
                text_of(c, "state"), number_of(c, "starts"), number_of(c, "pid"),
                number_of(c, "machines"), number_of(c, "events"), number_of(c, "sent"),
                number_of(c, "delivered"));
    }
}

static void print_deployment(const json_t *d, FILE *out)
{
    const char *note = text_of(d, "note"), *failure = text_of(d, "last-failure");

    fprintf(out, "\n%s: %s%s%s", text_of(d, "deployment"), text_of(d, "state"), *note ? ", " : "",
            note);
    if (number_of(d, "bugs") > 0)
        fprintf(out, ", containers that ended with a bug: %lld", number_of(d, "bugs"));
    if (strcmp(failure, "-") != 0)
        fprintf(out, "; last failure: %s", failure);
    fputc('\n', out);
    print_containers(json_object_get(d, "containers"), out);
}

void deploy_table(const json_t *status, const char *name, FILE *out, Err *err)
{
    const json_t *all = json_object_get(status, "deployments");
    bool is_found = !name;

    print_nodes(json_object_get(status, "nodes"), out);
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *d = json_array_get(all, i);
        if (name && strcmp(name, text_of(d, "deployment")) != 0)
            continue;
        is_found = true;
        print_deployment(d, out);
    }
    if (!is_found)
        err_set(err, "there is no deployment %s", name);
}
