// lang/test_family.c: the members of a parametric test.
//
//     test param (a in [1, 2], b in [true, false]) assume (a > 1 || b) T [main = M]: ...
//
// Every way to give the parameters values is an assignment. The assumption picks
// some of them (test_assume.c), and `(t wise)` keeps a subset that shows all
// combinations of values of t parameters (test_twise.c). Each one left is a member.

#include "base/buf.h"
#include "lang/test_assume.h"
#include "lang/test_twise.h"
#include "lang/scope.h"

enum {
    MOST_ASSIGNMENTS = 1000000,
    MOST_ROWS = 1000000,     // ways to choose t parameters
    MOST_LOOKS = 100000000,  // assignments times ways
};

// ------------------------------------------------------------------- value lists

static VarDecl *find_param(Tree *tree, const ParamRange *range)
{
    if (range->param || !range->name.name)
        return range->param;
    const Name *name = range->name.name;
    Decl *decl = scope_lookup(tree->scope, SPACE_VAR, name);
    if (decl && decl->kind == DECL_VAR && ((VarDecl *)decl)->role == VAR_GLOBAL_PARAM)
        return (VarDecl *)decl;

    scope_unknown(tree, tree->scope, SPACE_VAR, E0212, range->name, "parameter");
    return NULL;
}

static const char *value_text(const ParamValue *v, char text[static 24])
{
    if (v->is_bool)
        return v->value ? "true" : "false";
    snprintf(text, 24, "%lld", (long long)v->value);
    return text;
}

static bool values_have_type(Tree *tree, const ParamRange *range)
{
    const Type *type = range->param->type;
    for (uint32_t i = 0; i < range->values.count; i++) {
        const ParamValue *v = &range->values.items[i];
        if (type->kind == (v->is_bool ? TYPE_BOOL : TYPE_INT))
            continue;
        char text[24];
        Diag *d =
            diag_add(tree->diags, E0714, v->span, "`%s` is no value for `%s`, which is %s",
                     value_text(v, text), range->name.name->text, type_show(tree->arena, type));
        diag_note(d, range->param->decl.span, "`%s` is declared here", range->name.name->text);
        if (type->kind != TYPE_BOOL && type->kind != TYPE_INT)
            diag_help(d, "a test can only give values to parameters of type `int` and `bool`");
        return false;
    }
    return true;
}

static bool values_differ(Tree *tree, const ParamRange *range)
{
    Map seen = {0};
    bool good = true;
    for (uint32_t i = 0; i < range->values.count; i++) {
        ParamValue *v = &range->values.items[i];
        const ParamValue *before = map_get(&seen, (uint64_t)v->value);
        if (!before) {
            map_put(&seen, (uint64_t)v->value, v);
            continue;
        }
        char text[24];
        Diag *d = diag_add(tree->diags, E0713, v->span, "`%s` is listed twice for `%s`",
                           value_text(v, text), range->name.name->text);
        diag_note(d, before->span, "first listed here");
        good = false;
    }
    map_drop(&seen);
    return good;
}

static bool ranges_fit(Tree *tree, const TestDecl *test)
{
    Map seen = {0};
    bool good = true;
    for (uint32_t i = 0; i < test->ranges.count; i++) {
        ParamRange *range = &test->ranges.items[i];
        range->param = find_param(tree, range);
        if (!range->param || !range->values.count) {
            good = false;
            continue;
        }
        const ParamRange *before = map_get(&seen, (uintptr_t)range->param);
        if (before) {
            Diag *d = diag_add(tree->diags, E0716, range->name.span,
                               "parameter `%s` is listed twice", range->name.name->text);
            diag_note(d, before->name.span, "first listed here");
            good = false;
        }
        map_put(&seen, (uintptr_t)range->param, range);
        good &= values_have_type(tree, range) && values_differ(tree, range);
    }
    map_drop(&seen);
    return good;
}

static bool twise_fits(Tree *tree, const TestDecl *test)
{
    if (!test->has_twise || (test->twise >= 1 && test->twise <= test->ranges.count))
        return true;
    Diag *d =
        diag_add(tree->diags, E0712, test->twise_span,
                 "the test has %u parameter%s, so it cannot cover them %lld at a time",
                 test->ranges.count, test->ranges.count == 1 ? "" : "s", (long long)test->twise);
    if (test->ranges.count)
        diag_help(d, "the number may be 1 to %u", test->ranges.count);
    return false;
}

// ------------------------------------------------------------------- assignments

static uint64_t saturating_product(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static bool product_size(Tree *tree, const TestDecl *test, uint32_t *size)
{
    uint64_t product = 1;
    for (uint32_t i = 0; i < test->ranges.count; i++)
        product = saturating_product(product, test->ranges.items[i].values.count);
    *size = (uint32_t)product;
    if (product <= MOST_ASSIGNMENTS)
        return true;
    Diag *d = diag_add(tree->diags, E0719, test->decl.span,
                       "the parameters of `%s` have %s%llu assignments", test->decl.name->text,
                       product == UINT64_MAX ? "more than " : "", (unsigned long long)product);
    diag_help(d, "at most %d are tried; shorten the lists or write several tests",
              MOST_ASSIGNMENTS);
    return false;
}

static void report_fault(Assumption *a, const uint32_t *digits)
{
    Buf text = {0};
    for (uint32_t i = 0; i < a->test->ranges.count; i++) {
        const ParamRange *range = &a->test->ranges.items[i];
        char value[24];
        buf_print(&text, "%s%s = %s", i ? ", " : "", range->name.name->text,
                  value_text(&range->values.items[digits[i]], value));
    }
    Diag *d = diag_add(a->tree->diags, E0715, a->fault->span, "the assumption divides by zero%s%s",
                       text.size ? " where " : "", buf_text(&text));
    diag_help(d, "`&&` and `||` evaluate their right side only where it matters");
    buf_drop(&text);
}

// The assignments that the assumption allows.
static bool find_allowed(Assumption *a, const uint32_t *sizes, uint32_t size, Assignments *allowed)
{
    uint32_t width = a->test->ranges.count;
    uint32_t *digits = NEW_ARRAY(a->arena, uint32_t, width);
    allowed->numbers = NEW_ARRAY(a->arena, uint32_t, size);
    for (uint32_t number = 0; number < size; number++) {
        assignment_digits(sizes, width, number, digits);
        bool holds = assumption_holds(a, digits);
        if (a->fault) {
            report_fault(a, digits);
            return false;
        }
        if (holds)
            allowed->numbers[allowed->count++] = number;
    }
    if (allowed->count)
        return true;
    diag_add(a->tree->diags, E0715, a->test->assume->span,
             "no assignment satisfies the assumption");
    return false;
}

static bool keep_twise(Assumption *a, const uint32_t *sizes, uint32_t size, Assignments *allowed)
{
    const TestDecl *test = a->test;
    uint32_t width = test->ranges.count;
    if (!test->has_twise || test->twise == width)
        return true;
    uint32_t t = (uint32_t)test->twise;
    uint64_t rows = twise_combinations(width, t);
    if (rows > MOST_ROWS || saturating_product(rows, size) > MOST_LOOKS) {
        Diag *d = diag_add(a->tree->diags, E0719, test->twise_span,
                           "covering %u of %u parameters at a time over %u assignments "
                           "would take too long",
                           t, width, size);
        diag_help(d, "use a smaller number, shorter lists or several tests");
        return false;
    }
    twise_thin(a->arena, sizes, width, t, allowed);
    return true;
}

// ------------------------------------------------------------------------ members

static void make_members(Tree *tree, const TestDecl *test, const uint32_t *sizes,
                         const Assignments *allowed, TestFamily *family)
{
    uint32_t width = test->ranges.count;
    assert(allowed->count > 0);
    family->count = allowed->count;
    family->members = NEW_ARRAY(tree->arena, ParamChoice *, allowed->count);
    for (uint32_t i = 0; i < allowed->count; i++) {
        ParamChoice *choices = NEW_ARRAY(tree->arena, ParamChoice, width);
        uint32_t number = allowed->numbers[i];
        for (uint32_t j = 0; j < width; j++) {
            const ParamRange *range = &test->ranges.items[j];
            const ParamValue *v = &range->values.items[number % sizes[j]];
            number /= sizes[j];
            assert(range->param && sizes[j] == range->values.count);
            choices[j] =
                (ParamChoice){.param = range->param, .is_bool = v->is_bool, .value = v->value};
        }
        family->members[i] = choices;
    }
}

bool test_family_expand(Tree *tree, const TestDecl *test, TestFamily *family)
{
    *family = (TestFamily){0};
    bool good = ranges_fit(tree, test);
    good &= twise_fits(tree, test);
    if (!good)
        return false;

    Arena scratch = {0};
    uint32_t *sizes = NEW_ARRAY(&scratch, uint32_t, test->ranges.count);
    for (uint32_t i = 0; i < test->ranges.count; i++)
        sizes[i] = test->ranges.items[i].values.count;
    Assumption assumption = {.tree = tree, .arena = &scratch, .test = test};
    Assignments allowed = {0};
    uint32_t size;
    good = assumption_build(&assumption);
    good &= product_size(tree, test, &size);
    good = good && find_allowed(&assumption, sizes, size, &allowed) &&
           keep_twise(&assumption, sizes, size, &allowed);
    if (good)
        make_members(tree, test, sizes, &allowed, family);
    arena_drop(&scratch);
    return good;
}
