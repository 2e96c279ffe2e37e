// lang/module.h: what tests and implementations put together.
//
// A module expression means a Module: which machine implements each
// interface, which machine a `new` inside it really creates, which specs watch which
// machines, what is hidden. `modules_check` evaluates every module expression, test and
// implementation of a program that is otherwise correct, reports what does not
// fit (family 7), and leaves the list of cases: what a user can check or run.

#pragma once

#include "lang/tree.h"

// interface -> machine. An interface is an InterfaceDecl or a MachineDecl.
typedef struct Binding {
    Decl *interface;
    MachineDecl *machine;
    Span span;  // where the program says so
} Binding;

// Inside `creator`, `new from` creates what is bound to `to`.
typedef struct Link {
    Decl *creator;  // a bound interface
    Decl *from;
    Decl *to;
} Link;

typedef struct Attachment {
    MachineDecl *spec;
    VEC(Decl *) watched;  // interfaces; a spec sees what these send
    Span span;            // where the program says so
} Attachment;

struct Module {
    VEC(Binding) bindings;
    VEC(Link) links;
    EventSet *sends, *receives;  // public
    VEC(Decl *) creates;         // public interfaces created inside
    EventSet *private_events;
    VEC(Decl *) private_interfaces;
    VEC(Attachment) monitors;    // in order of attachment
};

typedef struct ParamChoice {
    VarDecl *param;
    bool is_bool;
    int64_t value;
} ParamChoice;

// One thing to check or run: a test, one member of a parametric test, an
// implementation, or the DefaultImpl of a program that declares none.
typedef struct TestCase {
    const char *name;
    TestDecl *decl;  // NULL for DefaultImpl
    bool is_test;    // false for implementations
    MachineDecl *main;
    Decl *main_interface;
    const Module *module;
    ParamChoice *choices;  // of a parametric test
    uint32_t choice_count;
} TestCase;

typedef struct TestCases {
    VEC(TestCase) all;
} TestCases;

void modules_check(Tree *tree, TestCases *cases);

// The family of a parametric test: each assignment that its assumption allows,
// thinned to t-wise coverage. Used by modules_check (lang/test_family.c).
typedef struct TestFamily {
    ParamChoice **members;  // each as long as the test has ranges
    uint32_t count;
} TestFamily;

bool test_family_expand(Tree *tree, const TestDecl *test, TestFamily *family);
