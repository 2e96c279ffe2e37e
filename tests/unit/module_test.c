// tests/unit/module_test.c: what module expressions mean, by the cases they leave.

#include "lang/lang.h"
#include "test.h"

// A program with a front, a store, and two names for what lies between them.
#define PROGRAM                                                                 \
    "event eGo;\n"                                                              \
    "event eStop;\n"                                                            \
    "interface Backend() receives eGo;\n"                                       \
    "interface Store() receives eGo;\n"                                         \
    "machine Front sends eGo; receives; {\n"                                    \
    "    start state Init { entry { send new Backend(), eGo; } }\n"             \
    "}\n"                                                                       \
    "machine Disk receives eGo; sends; { start state Serve { ignore eGo; } }\n" \
    "spec Watch observes eGo { start state Idle { ignore eGo; } }\n"

static void program(Lang *lang, const char *text)
{
    Err err = {0};
    lang_init(lang);
    EXPECT_TRUE(lang_add_text(lang, "test.p", text, strlen(text), &err));
    if (!lang_check(lang))
        EXPECT_STR(lang->diags.all.items[0]->text, "");
}

static const TestCase *case_named(const Lang *lang, const char *name)
{
    for (uint32_t i = 0; i < lang->cases.all.count; i++)
        if (strcmp(lang->cases.all.items[i].name, name) == 0)
            return &lang->cases.all.items[i];
    EXPECT_STR(name, "a case");
    return NULL;
}

static const char *machine_behind(const Module *m, const char *interface)
{
    for (uint32_t i = 0; i < m->bindings.count; i++)
        if (strcmp(m->bindings.items[i].interface->name->text, interface) == 0)
            return m->bindings.items[i].machine->decl.name->text;
    return "nobody";
}

static const char *led_to(const Module *m, const char *creator, const char *from)
{
    for (uint32_t i = 0; i < m->links.count; i++)
        if (strcmp(m->links.items[i].creator->name->text, creator) == 0 &&
            strcmp(m->links.items[i].from->name->text, from) == 0)
            return m->links.items[i].to->name->text;
    return "nothing";
}

static bool has_event(const Lang *lang, const EventSet *set, const char *name)
{
    for (uint32_t i = 0; i < lang->tree.events.count; i++)
        if (strcmp(lang->tree.events.items[i]->decl.name->text, name) == 0)
            return eventset_has(set, i);
    return false;
}

TEST(a_binding_puts_a_machine_behind_an_interface)
{
    Lang lang;
    program(&lang, PROGRAM "test T [main = Front]: { Front, Disk -> Backend };");
    const TestCase *c = case_named(&lang, "T");
    EXPECT_TRUE(c->is_test);
    EXPECT_STR(c->main->decl.name->text, "Front");
    EXPECT_STR(machine_behind(c->module, "Front"), "Front");
    EXPECT_STR(machine_behind(c->module, "Backend"), "Disk");
    EXPECT_STR(machine_behind(c->module, "Disk"), "nobody");
    EXPECT_STR(led_to(c->module, "Front", "Backend"), "Backend");
    EXPECT_EQ(c->module->creates.count, 1);
    EXPECT_TRUE(has_event(&lang, c->module->sends, "eGo"));
    EXPECT_FALSE(has_event(&lang, c->module->sends, "eStop"));
    EXPECT_FALSE(has_event(&lang, c->module->sends, "halt"));
    EXPECT_TRUE(has_event(&lang, c->module->receives, "eGo"));
    lang_drop(&lang);
}

TEST(renaming_changes_where_a_creation_leads)
{
    Lang lang;
    program(&lang,
            PROGRAM "test T [main = Front]:\n"
                    "    (union (rename Backend to Store in { Front }), { Disk -> Store });");
    const Module *m = case_named(&lang, "T")->module;
    EXPECT_STR(led_to(m, "Front", "Backend"), "Store");
    EXPECT_STR(machine_behind(m, "Store"), "Disk");
    EXPECT_STR(machine_behind(m, "Backend"), "nobody");
    EXPECT_EQ(m->creates.count, 1);
    EXPECT_STR(m->creates.items[0]->name->text, "Store");
    lang_drop(&lang);
}

TEST(renaming_reaches_bindings_creators_and_specs)
{
    Lang lang;
    program(&lang,
            PROGRAM "machine Root sends eGo; receives eGo; {\n"
                    "    start state Init { entry { send new Backend(), eGo; } ignore eGo; }\n"
                    "}\n"
                    "test T [main = Root]: rename Store to Backend in rename Backend to Store in\n"
                    "    assert Watch in { Root, Disk -> Backend };\n"
                    "test U [main = Root]: rename Backend to Store in\n"
                    "    assert Watch in { Root, Disk -> Backend };");
    const Module *m = case_named(&lang, "T")->module;
    EXPECT_STR(led_to(m, "Root", "Backend"), "Backend");
    EXPECT_STR(machine_behind(m, "Backend"), "Disk");

    m = case_named(&lang, "U")->module;
    EXPECT_STR(led_to(m, "Root", "Backend"), "Store");
    EXPECT_EQ(m->monitors.count, 1);
    EXPECT_EQ(m->monitors.items[0].watched.count, 2);
    EXPECT_STR(m->monitors.items[0].watched.items[0]->name->text, "Root");
    EXPECT_STR(m->monitors.items[0].watched.items[1]->name->text, "Store");
    lang_drop(&lang);
}

TEST(a_spec_watches_the_module_it_was_attached_to)
{
    Lang lang;
    program(&lang,
            PROGRAM "spec Later observes eGo { start state Idle { ignore eGo; } }\n"
                    "module Fronts = assert Watch in { Front };\n"
                    "test T [main = Front]: assert Later in (union Fronts, { Disk -> Backend });\n"
                    "test U [main = Front]: (union Fronts, { Disk -> Backend });");
    const Module *m = case_named(&lang, "T")->module;
    EXPECT_EQ(m->monitors.count, 2);
    EXPECT_STR(m->monitors.items[0].spec->decl.name->text, "Watch");
    EXPECT_EQ(m->monitors.items[0].watched.count, 1);
    EXPECT_STR(m->monitors.items[1].spec->decl.name->text, "Later");
    EXPECT_EQ(m->monitors.items[1].watched.count, 2);
    // What was added to one use of the module is not in the other.
    EXPECT_EQ(case_named(&lang, "U")->module->monitors.count, 1);
    lang_drop(&lang);
}

TEST(hiding_takes_away_from_what_is_public)
{
    Lang lang;
    program(&lang, PROGRAM "module FullStep = { Front, Disk -> Backend };\n"
                           "test T [main = Front]: hidei Backend in hidee eGo in FullStep;\n"
                           "test U [main = Front]: FullStep;");
    const Module *m = case_named(&lang, "T")->module;
    EXPECT_FALSE(has_event(&lang, m->sends, "eGo"));
    EXPECT_FALSE(has_event(&lang, m->receives, "eGo"));
    EXPECT_TRUE(has_event(&lang, m->private_events, "eGo"));
    EXPECT_EQ(m->private_interfaces.count, 1);
    EXPECT_EQ(m->creates.count, 0);
    EXPECT_STR(machine_behind(m, "Backend"), "Disk");
    EXPECT_STR(led_to(m, "Front", "Backend"), "Backend");

    m = case_named(&lang, "U")->module;
    EXPECT_TRUE(has_event(&lang, m->sends, "eGo"));
    EXPECT_FALSE(has_event(&lang, m->private_events, "eGo"));
    EXPECT_EQ(m->creates.count, 1);
    lang_drop(&lang);
}

TEST(the_default_test_has_all_machines_and_all_specs)
{
    Lang lang;
    program(&lang, "event eGo;\n"
                   "machine Helper { start state Idle { ignore eGo; } }\n"
                   "spec Second observes eGo { start state Idle { ignore eGo; } }\n"
                   "scenario Seen observes eGo {\n"
                   "    start state Idle { on eGo goto Done; }\n"
                   "    cold state Done { ignore eGo; }\n"
                   "}\n"
                   "machine Main { start state Init { entry { send new Helper(), eGo; } } }\n"
                   "spec First observes eGo { start state Idle { ignore eGo; } }\n");
    EXPECT_EQ(lang.cases.all.count, 1);
    const TestCase *c = case_named(&lang, "DefaultImpl");
    EXPECT_TRUE(c->is_test);
    EXPECT_NULL(c->decl);
    EXPECT_STR(c->main->decl.name->text, "Main");
    EXPECT_EQ(c->module->bindings.count, 2);
    const char *specs[] = {"Second", "First", "Seen"};
    EXPECT_EQ(c->module->monitors.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        EXPECT_STR(c->module->monitors.items[i].spec->decl.name->text, specs[i]);
        EXPECT_EQ(c->module->monitors.items[i].watched.count, 2);
    }
    EXPECT_TRUE(has_event(&lang, c->module->sends, "halt"));
    lang_drop(&lang);
}

TEST(a_main_machine_may_stand_behind_another_interface)
{
    Lang lang;
    program(&lang,
            PROGRAM "machine Other sends; receives eGo; { start state Idle { ignore eGo; } }\n"
                    "test T [main = Other]: { Other -> Store };\n"
                    "test U [main = Other]: { Other -> Store, Other };\n"
                    "implementation I [main = Other]: { Other };");
    EXPECT_STR(case_named(&lang, "T")->main_interface->name->text, "Store");
    EXPECT_STR(case_named(&lang, "U")->main_interface->name->text, "Other");
    EXPECT_FALSE(case_named(&lang, "I")->is_test);
    lang_drop(&lang);
}

TEST(members_of_a_family_are_named_by_their_values)
{
    Lang lang;
    program(&lang, "param n: int;\n"
                   "param fast: bool;\n"
                   "machine Main { start state Init { entry { assert fast || n > 0; } } }\n"
                   "test param (n in [-3, 12], fast in [true]) assume (n < 0 || fast)\n"
                   "    T [main = Main]: { Main };\n");
    EXPECT_EQ(lang.cases.all.count, 2);
    const TestCase *first = &lang.cases.all.items[0], *second = &lang.cases.all.items[1];
    EXPECT_STR(first->name, "T___n_neg3__fast_true");
    EXPECT_STR(second->name, "T___n_12__fast_true");
    EXPECT_EQ(first->choice_count, 2);
    EXPECT_EQ(first->choices[0].value, -3);
    EXPECT_TRUE(first->choices[1].is_bool);
    EXPECT_SAME(first->module, second->module);
    lang_drop(&lang);
}
