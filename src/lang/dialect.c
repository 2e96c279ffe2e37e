// lang/dialect.c: which dialect a program speaks.
//
// The 2015 dialect is recognised by what only it has at the top level: `main`,
// `model`, `monitor`, `include`, `static`, specs that `monitors`. Failing that, by
// `push`, `pop`, `on default`, groups, the `monitor` statement, and `payload` or
// `trigger` in a program that declares no such name, unless the program is
// modern by other signs: a machine called Main, tests, modules, specs that
// `observes`, handlers with a parameter. Without any of these it is modern P.

#include "lang/parse.h"

typedef struct Scan {
    bool is_classic;
    bool looks_classic;
    bool looks_modern;
    bool uses_payload;      // or trigger, as if it were known
    bool declares_payload;  // as a name of its own
    uint32_t main;          // the id of the name "Main"
} Scan;

static bool is(const Token *t, Word word)
{
    return t->kind == TK_WORD && t->name_id == (uint32_t)word;
}

static bool top_level_evidence(const Token *t)
{
    const Token *next = t + 1;  // there is always a TK_END
    if (is(t, W_MAIN))
        return is(next, W_MACHINE) || is(next, W_MODEL);
    if (is(t, W_MODEL) || is(t, W_MONITOR))
        return next->kind == TK_WORD;
    if (is(t, W_STATIC))
        return is(next, W_FUN) || is(next, W_MODEL);
    if (is(t, W_INCLUDE))
        return next->kind == TK_STRING;
    return is(t, W_MONITORS);
}

static bool modern_evidence(const Token *t, uint32_t main)
{
    const Token *next = t + 1;
    if (is(t, W_MACHINE))
        return next->kind == TK_WORD && next->name_id == main;
    return is(t, W_OBSERVES) || (is(t, W_TEST) && next->kind == TK_WORD) ||
           (is(t, W_MODULE) && next->kind == TK_WORD);
}

// entry (x: T)   do (x: T)   with (x: T)
static bool takes_parameter(const Token *t)
{
    return (is(t, W_ENTRY) || is(t, W_DO) || is(t, W_WITH)) && (t + 1)->kind == TK_LPAREN;
}

static bool starts_item(const Token *before)
{
    return before->kind == TK_SEMI || before->kind == TK_LBRACE || before->kind == TK_RBRACE ||
           before->kind == TK_RPAREN || is(before, W_ELSE);
}

static bool body_evidence(const Token *t, const Token *before)
{
    const Token *next = t + 1;
    if (is(t, W_DEFAULT))
        return is(before, W_ON);
    if (is(t, W_PUSH) && next->kind == TK_WORD && before->kind == TK_WORD)
        return true;  // on e push S
    if (!starts_item(before))
        return false;
    if (is(t, W_PUSH) || is(t, W_MONITOR))
        return next->kind == TK_WORD;
    if (is(t, W_GROUP))
        return next->kind == TK_WORD && (t + 2)->kind == TK_LBRACE;
    if (is(t, W_MODEL) || is(t, W_STATIC))
        return is(next, W_FUN);
    return is(t, W_POP) && next->kind == TK_SEMI;
}

// A declaration of the name: `payload:`, `var payload, ...`, `payload =` in a tuple.
static void note_payload(Scan *scan, const Token *t, const Token *before)
{
    const Token *next = t + 1;
    if (before->kind == TK_DOT)
        return;  // a field
    if (next->kind == TK_COLON || is(before, W_VAR) || is(before, W_FUN) || is(before, W_EVENT) ||
        is(before, W_STATE) || is(before, W_MACHINE) || is(before, W_TYPE))
        scan->declares_payload = true;
    else if (next->kind != TK_ASSIGN && next->kind != TK_LPAREN)
        scan->uses_payload = true;
}

static void scan_file(Scan *scan, const Tokens *tokens)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i + 1 < tokens->count; i++) {
        const Token *t = &tokens->items[i];
        if (t->kind == TK_LBRACE)
            depth++;
        else if (t->kind == TK_RBRACE && depth)
            depth--;
        if (t->kind != TK_WORD)
            continue;
        const Token *before = i ? t - 1 : &tokens->items[tokens->count - 1];
        if (depth == 0) {
            scan->is_classic |= top_level_evidence(t);
            scan->looks_modern |= modern_evidence(t, scan->main);
        } else {
            scan->looks_classic |= body_evidence(t, before);
            scan->looks_modern |= takes_parameter(t);
        }
        if (is(t, W_PAYLOAD) || is(t, W_TRIGGER))
            note_payload(scan, t, before);
    }
}

Dialect dialect_detect(Lexicon *lexicon, const Tokens *files, uint32_t count)
{
    Scan scan = {.main = lexicon_name(lexicon, "Main", 4)->id};
    for (uint32_t i = 0; i < count; i++)
        scan_file(&scan, &files[i]);
    if (scan.is_classic)
        return DIALECT_CLASSIC;
    if (scan.uses_payload && !scan.declares_payload)
        scan.looks_classic = true;
    return scan.looks_classic && !scan.looks_modern ? DIALECT_CLASSIC : DIALECT_MODERN;
}
