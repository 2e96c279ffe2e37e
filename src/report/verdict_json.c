// report/verdict_json.c: verdicts as JSON. docs/cli.md describes the object.

#include <jansson.h>

#include "base/json.h"
#include "report/search_words.h"
#include "report/verdict.h"
#include "rt/trace.h"

static json_t *limits_json(uint32_t limits)
{
    json_t *list = json_array();
    for (uint32_t bit = 1; bit && bit <= limits; bit <<= 1)
        if (limits & bit)
            json_array_append_new(list, json_string(search_limit_name((Limit)bit)));
    return list;
}

// What was left out, as --reduce names it.
static const char *reductions(const SearchResult *r)
{
    if (r->is_reduced)
        return r->hides_order ? "local,order" : "local";
    return r->hides_order ? "order" : "none";
}

static json_t *bug_json(const Verdict *v)
{
    const PProgram *p = v->program;
    const SearchResult *r = &v->result;
    const Bug *b = &r->bug;
    if (!r->has_bug)
        return json_null();

    json_t *o = json_object();
    json_set_text(o, "kind", verdict_bug_kind(v));
    json_set_text(o, "message", b->text);
    json_object_set_new(o, "suspected", json_boolean(b->is_suspected));
    json_set_text(o, "machine", b->machine != P_NONE ? p->machines[b->machine].name : NULL);
    json_set_text(o, "state", b->state != P_NONE ? p->states[b->state].name : NULL);
    json_set_text(o, "file", b->at.line ? p->files[b->at.file] : NULL);
    json_set_number(o, "line", b->at.line);
    json_set_number(o, "column", b->at.column);
    json_set_number(o, "steps", r->schedule.turn_count);
    const Schedule *s = &r->schedule;
    json_set_number(o, "loop_steps", s->loop ? s->turn_count - s->loop + 1 : 0);
    json_set_number(o, "delays", r->bug_delays);
    json_set_number(o, "found_steps",
                    v->full.turn_count ? v->full.turn_count : r->schedule.turn_count);
    json_set_text(o, "trace", v->trace);
    json_set_text(o, "full_trace", v->full_trace);
    json_set_text(o, "page", v->page);
    json_set_text(o, "corpus", v->corpus);
    json_object_set_new(o, "replayed", json_boolean(r->is_replayed));
    return o;
}

static json_t *delays_json(const Sampled *s)
{
    json_t *list = json_array();
    for (uint32_t i = s->delay_first; i < s->delay_count; i++) {
        json_t *one = json_object();
        json_set_number(one, "delays", i);
        json_object_set_new(one, "missed", json_real(s->delay_missed[i]));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *sampled_json(const Sampled *s)
{
    if (!s->is_there)
        return json_null();
    json_t *o = json_object();
    json_set_number(o, "runs", s->runs);
    json_set_number(o, "machines", s->machines);
    json_object_set_new(o, "states",
                        s->counted ? json_integer((json_int_t)s->states) : json_null());
    json_object_set_new(o, "states_exact", json_boolean(s->counted && s->has_all_states));
    json_set_number(o, "counted_schedules", s->counted);
    json_set_number(o, "direct_schedules", s->direct);
    json_object_set_new(o, "new_steps", s->new_steps < 0 ? json_null() : json_real(s->new_steps));
    json_set_number(o, "partial_orders", (uint64_t)s->orders);
    json_object_set_new(o, "partial_orders_exact", json_boolean(s->has_all_orders));
    json_object_set_new(o, "new_state_probability",
                        s->counted ? json_real(s->new_state) : json_null());
    json_object_set_new(o, "new_order_probability", json_real(s->new_order));
    json_object_set_new(o, "delays", delays_json(s));
    json_set_number(o, "delay_points", s->delay_points);
    json_set_number(o, "depth", s->depth);
    json_object_set_new(o, "depth_missed", s->depth ? json_real(s->depth_missed) : json_null());
    json_set_number(o, "depth_points", s->depth_points);
    json_object_set_new(o, "choices_aside", json_boolean(s->draws_choices || s->depth));
    json_set_number(o, "frontier", s->frontier);
    json_set_number(o, "frontier_among", s->frontier_among);
    return o;
}

static json_t *share_json(Share s)
{
    json_t *o = json_object();
    json_set_number(o, "seen", s.seen);
    json_set_number(o, "declared", s.declared);
    return o;
}

static json_t *coverage_json(const SearchResult *r)
{
    if (!r->coverage)
        return json_null();
    Shares s = coverage_of_all(r->coverage);
    json_t *o = json_object();
    json_object_set_new(o, "states", share_json(s.states));
    json_object_set_new(o, "triples", share_json(s.triples));
    json_object_set_new(o, "transitions", share_json(s.transitions));
    return o;
}

json_t *verdict_json(const Verdict *v)
{
    const SearchOptions *options = v->search;
    const SearchResult *r = &v->result;
    bool has_store = !search_samples(options->kind);
    bool has_explorer = search_policy(options->kind)->has_explorer;
    json_t *o = json_object();

    json_set_text(o, "test", v->test->name);
    json_set_text(o, "verdict", verdict_word(v));
    json_object_set_new(o, "complete", json_boolean(r->is_complete));
    json_object_set_new(o, "limits_hit", limits_json(r->limits));
    json_object_set_new(o, "bug", bug_json(v));
    json_set_number(o, "states", r->states);
    json_set_number(o, "transitions", r->transitions);
    json_object_set_new(o, "terminal_states",
                        r->knows_terminal ? json_integer((json_int_t)r->terminal) : json_null());
    json_set_number(o, "schedules", r->schedules);
    json_set_number(o, "steps", r->steps);
    bool has_delays = search_policy(options->kind)->cost != COST_NONE;
    json_set_number(o, "delays", has_delays && r->strata ? r->strata - 1 : 0);
    json_set_number(o, "depth", r->depth);
    json_set_number(o, "liveness_states", r->liveness_states);
    json_object_set_new(o, "map_seconds", json_real(r->map_seconds));
    json_object_set_new(o, "map_refine_seconds", json_real(r->map_refine_seconds));
    json_object_set_new(o, "seconds", json_real(r->seconds));
    json_set_number(o, "rounds", v->rounds);
    json_object_set_new(o, "total_seconds", json_real(v->seconds));
    json_set_number(o, "peak_bytes", r->peak_bytes);
    json_object_set_new(o, "omission_probability", json_real(r->omission));
    json_set_text(o, "search", search_policies[options->kind].name);
    const char *explorer = options->explorer ? options->explorer : "rtc";
    json_set_text(o, "explorer", has_explorer ? explorer : NULL);
    json_set_number(o, "seed", options->seed);
    json_set_number(o, "workers", options->workers);
    json_set_text(o, "points", points_names[options->points]);
    json_set_text(o, "reduce", has_store ? reductions(r) : NULL);
    json_set_number(o, "strata", r->strata);
    json_set_text(o, "store", has_store ? store_names[options->store] : NULL);
    json_set_number(o, "store_bytes", r->store_bytes);
    json_set_number(o, "frontier_bytes", r->frontier_bytes);
    json_set_number(o, "replaced", r->replaced);
    json_set_number(o, "unknown", r->unknown);
    json_set_number(o, "sealed_orders", r->sealed_orders);
    json_set_number(o, "completed_orders", r->completed_orders);
    json_object_set_new(o, "sampling", sampled_json(&r->sampled));
    json_object_set_new(o, "coverage", coverage_json(r));
    json_set_text(o, "note", r->note[0] ? r->note : NULL);
    return o;
}
