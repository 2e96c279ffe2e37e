// lang/parse_instance.c: machines out of patterns.
//
// `new SingleNode<Participant>()` wants a machine of that whole name. It is made
// by reading the pattern's tokens again, with the parameters standing for the
// arguments.

#include "lang/parse_impl.h"

enum { INSTANCE_DEPTH_MAX = 16 };

static MachineDecl *find_machine(const Tree *tree, const Name *name)
{
    for (uint32_t i = 0; i < tree->machines.count; i++)
        if (tree->machines.items[i]->decl.name == name)
            return tree->machines.items[i];
    return NULL;
}

static MachineDecl *find_pattern(const Tree *tree, const Name *name)
{
    for (uint32_t i = 0; i < tree->patterns.count; i++)
        if (tree->patterns.items[i]->decl.name == name)
            return tree->patterns.items[i];
    return NULL;
}

static bool is_wanted(const Tree *tree, const Name *name)
{
    for (uint32_t i = 0; i < tree->instances.count; i++)
        if (tree->instances.items[i].name == name)
            return true;
    return false;
}

static void instantiate(Tree *tree, const Tokens *files, Instance wanted)
{
    if (find_machine(tree, wanted.name))
        return;
    const MachineDecl *pattern = find_pattern(tree, wanted.pattern.name);
    if (!pattern) {
        const MachineDecl *plain = find_machine(tree, wanted.pattern.name);
        Diag *d = diag_add(tree->diags, plain ? E0312 : E0206, wanted.pattern.span,
                           plain ? "`%s` takes no machine parameters" : "there is no machine `%s`",
                           wanted.pattern.name->text);
        if (plain)
            diag_note(d, plain->decl.span, "declared here");
        return;
    }
    if (pattern->parameters.count != wanted.args.count) {
        Diag *d = diag_add(tree->diags, E0312, wanted.pattern.span,
                           "`%s` takes %u machine parameters, here are %u",
                           wanted.pattern.name->text, pattern->parameters.count, wanted.args.count);
        diag_note(d, pattern->decl.span, "declared here");
        return;
    }
    for (uint32_t i = 0; i < wanted.args.count; i++) {
        Ident arg = wanted.args.items[i];
        if (find_machine(tree, arg.name) || find_pattern(tree, arg.name) ||
            is_wanted(tree, arg.name))
            continue;
        diag_add(tree->diags, E0206, arg.span, "there is no machine `%s`", arg.name->text);
        return;
    }
    if (wanted.depth > INSTANCE_DEPTH_MAX) {
        diag_add(tree->diags, E0312, wanted.pattern.span,
                 "the machine parameters of `%s` grow without end", wanted.pattern.name->text);
        return;
    }

    Parser p = {
        .tree = tree,
        .tokens = files[pattern->body_file].items,
        .count = files[pattern->body_file].count,
        .at = pattern->body_token,
        .file = pattern->body_file,
        .error_at = UINT32_MAX,
        .is_classic = true,
        .instance = &wanted,
        .pattern = pattern,
    };
    parse_machine(&p);
}

void parse_instances(Tree *tree, const Tokens *files)
{
    for (uint32_t i = 0; i < tree->instances.count; i++)  // grows while we walk
        instantiate(tree, files, tree->instances.items[i]);
}
