// tests/editors/parse.c: parse FILE...: every place where the tree-sitter grammar of P does not
// understand a file, as file:line:column. With `--tree FILE` the tree, with `--query Q FILE` what
// the query finds, as capture and text.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_p(void);

static char *text_of(const char *path, uint32_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0) {
        perror(path);
        exit(2);
    }
    *size = (uint32_t)ftell(f);
    rewind(f);
    char *text = malloc(*size + 1);
    if (!text || fread(text, 1, *size, f) != *size) {
        perror(path);
        exit(2);
    }
    fclose(f);
    text[*size] = '\0';
    return text;
}

static void print_errors(TSNode node, const char *path)
{
    bool is_missing = ts_node_is_missing(node);
    if (is_missing || strcmp(ts_node_type(node), "ERROR") == 0) {
        TSPoint at = ts_node_start_point(node);
        printf("%s:%u:%u: %s\n", path, at.row + 1, at.column + 1,
               is_missing ? "something is missing" : "not understood");
        return;
    }
    if (!ts_node_has_error(node))
        return;
    for (uint32_t i = 0; i < ts_node_child_count(node); i++)
        print_errors(ts_node_child(node, i), path);
}

static void print_tree(TSNode root)
{
    char *shown = ts_node_string(root);
    puts(shown);
    free(shown);
}

static void print_captures(TSNode root, const char *query_path, const char *text)
{
    uint32_t size, at;
    char *query_text = text_of(query_path, &size);
    TSQueryError error;
    TSQuery *query = ts_query_new(tree_sitter_p(), query_text, size, &at, &error);
    if (!query) {
        fprintf(stderr, "%s: the query is wrong at byte %u\n", query_path, at);
        exit(1);
    }
    TSQueryCursor *cursor = ts_query_cursor_new();
    ts_query_cursor_exec(cursor, query, root);
    TSQueryMatch match;
    uint32_t which;
    while (ts_query_cursor_next_capture(cursor, &match, &which)) {
        TSQueryCapture capture = match.captures[which];
        uint32_t length, start = ts_node_start_byte(capture.node);
        const char *name = ts_query_capture_name_for_id(query, capture.index, &length);
        printf("%.*s %.*s\n", (int)length, name, (int)(ts_node_end_byte(capture.node) - start),
               text + start);
    }
    ts_query_cursor_delete(cursor);
    ts_query_delete(query);
    free(query_text);
}

int main(int argc, char **argv)
{
    TSParser *parser = ts_parser_new();
    if (!ts_parser_set_language(parser, tree_sitter_p())) {
        fputs("the library does not read parsers of this version\n", stderr);
        return 1;
    }
    bool shows_tree = argc > 1 && strcmp(argv[1], "--tree") == 0;
    const char *query = argc > 2 && strcmp(argv[1], "--query") == 0 ? argv[2] : NULL;
    for (int i = shows_tree ? 2 : query ? 3 : 1; i < argc; i++) {
        uint32_t size;
        char *text = text_of(argv[i], &size);
        TSTree *tree = ts_parser_parse_string(parser, NULL, text, size);
        TSNode root = ts_tree_root_node(tree);
        if (shows_tree)
            print_tree(root);
        else if (query)
            print_captures(root, query, text);
        else
            print_errors(root, argv[i]);
        ts_tree_delete(tree);
        free(text);
    }
    ts_parser_delete(parser);
    return 0;
}
