"""What each table measures: from a row of protocols/rows.tsv to the cells of the paper's columns."""

import statistics

from cells import BEYOND, ENDED, MISSING, NOT_FOUND, found, median, text


def exhaustive(budget):
    return {"time": budget.seconds, "memory": budget.memory, "states": budget.states}


def sampling(budget):
    return {"time": budget.seconds, "schedules": budget.schedules}


# Suspicions (a monitor that is hot for long) do not count as found.
SAMPLERS = {
    "SS_RS": ["random", "--temperature", "0"],
    "SS_IRS": ["irs"],
    "SS_PCT": ["pct", "--pct-depth", "5", "--pct-k", "5000"],
    "SS_RR": ["ss", "--explorer", "rr"],
    "SS_RTC": ["ss", "--explorer", "rtc"],
    "SS_PRR": ["ss", "--explorer", "prr"],
}
EXHAUSTIVE = {
    "SES_PB": ["pb"],
    "SES_RR": ["ses", "--explorer", "rr"],
    "SES_RTC": ["ses", "--explorer", "rtc"],
    "SES_PRR": ["ses", "--explorer", "prr"],
}
SEEDED = ("prr", "random")  # explorers whose order depends on the seed


def bug_runs(cells, row, words, limits, seeds):
    """One run for each seed; of the first test that fits, which is the only one of a bug."""
    return [cells.check(row.folder, row.test, ["--search", *words, *(["--seed", str(seed)] if len(seeds) > 1 else [])], limits)[0]
            for seed in seeds]


def seeds_for(budget, words):
    return range(1, budget.seeds + 1) if words[-1] in SEEDED or words[0] in ("random", "irs", "pct", "ss") else [0]


def sampled(cells, row, budget, words):
    runs = bug_runs(cells, row, words, sampling(budget), seeds_for(budget, words))
    return middle(runs, "schedules")


def explored(cells, row, budget, words, member="states"):
    runs = bug_runs(cells, row, words, exhaustive(budget), seeds_for(budget, words))
    return middle(runs, member)


def middle(runs, member):
    if any(run["verdict"] == "not-run" for run in runs):
        return MISSING
    needed = median([found(run, member) for run in runs])
    if needed is None and member in ("states", "schedules"):
        return beyond([run for run in runs if run["verdict"] not in ENDED], member)
    return text(needed)


def beyond(runs, member):
    """How far the runs went that ended without a result."""
    return BEYOND + str(statistics.median_low([run[member] for run in runs]))


def fse_table1(cells, rows, paper, budget):
    """Schedules of samplers, states of exhaustive searches, until the bug is found."""
    for name in paper.names():
        row = rows.get(name)
        figures = {"Program": name}
        for column, words in SAMPLERS.items():
            figures[column] = sampled(cells, row, budget(row), words) if row else MISSING
        for column, words in EXHAUSTIVE.items():
            figures[column] = explored(cells, row, budget(row), words) if row else MISSING
        yield figures


def custom(cells, rows, paper, budget, explorer):
    """The custom explorer of section 6.3, beside the built-in ones."""
    for name in paper.names():
        row = rows.get(name)
        figures = {"Program": name}
        for column, search, kind in (("SES_Custom", "ses", explorer), ("SES_RTC", "ses", "rtc"), ("SES_RR", "ses", "rr"),
                                     ("SS_Custom", "ss", explorer), ("SS_RTC", "ss", "rtc"), ("SS_RR", "ss", "rr")):
            measure = explored if search == "ses" else sampled
            figures[column] = measure(cells, row, budget(row), [search, "--explorer", kind]) if row else MISSING
        yield figures


def tr_table1(cells, rows, paper, budget):
    """States of a complete search, stored with and without the state of the explorer."""
    for processes in paper.names():
        figures = {"p": processes}
        for protocol in ("TreeIdentification", "Lann", "ORSet"):
            row = rows.get(f"{protocol} {processes}")
            plain = complete(cells, row, budget, []) if row else MISSING
            strict = complete(cells, row, budget, ["--strict"]) if row else MISSING
            figures[f"{protocol}_store_s"] = plain
            figures[f"{protocol}_store_sd"] = strict
            figures[f"{protocol}_overhead"] = ratio(strict, plain)
        yield figures


def ratio(strict, plain):
    if MISSING in (strict, plain):
        return MISSING
    return f"{int(strict) / int(plain):.2f}" if strict.isdigit() and plain.isdigit() else NOT_FOUND


def complete(cells, row, budget, words):
    words = ["--search", "ses", "--explorer", "rtc", "--reduce", "none", *words]
    result = cells.check(row.folder, row.test, words, exhaustive(budget(row)))[0]
    if result["verdict"] == "not-run":
        return MISSING
    return str(result["states"]) if result["verdict"] == "verified" else beyond([result], "states")


def tr_table2(cells, rows, paper, budget):
    """Depth bounding, and delay bounding with three explorers: delays (depth) and states until the bug is found."""
    searches = {"DepthBounding": ("depth", ["depth"]), "Random": ("delay", ["ses", "--explorer", "random"]),
                "RTC": ("delay", ["ses", "--explorer", "rtc"]), "RR": ("delay", ["ses", "--explorer", "rr"])}
    for name in paper.names():
        row = rows.get(name)
        figures = {"Group": paper.cell(name, "Group"), "Model": name}
        for column, (bound, words) in searches.items():
            member = "delays" if bound == "delay" else "steps"
            figures[f"{column}_{bound}"] = explored(cells, row, budget(row), words, member) if row else MISSING
            figures[f"{column}_states"] = explored(cells, row, budget(row), words) if row else MISSING
        yield figures


def tr_table3(cells, rows, paper, budget):
    """States and time until a cycle is found, with nested depth-first search and maximal accepting predecessors."""
    ways = {"NDFS": ["dfs", "--liveness", "ndfs"],
            "IterNDFS": ["ses", "--liveness", "indfs", "--explorer", "random"],
            "IterMAP": ["ses", "--liveness", "imap", "--explorer", "random"],
            "ParIterMAP_4threads": ["ses", "--liveness", "imap", "--workers", "4", "--explorer", "random"]}
    for name in paper.names():
        row = rows.get(name)
        figures = {"Model": name}
        for column, words in ways.items():
            figures[f"States_{column}"] = explored(cells, row, budget(row), words) if row else MISSING
            seconds = explored(cells, row, budget(row), words, "seconds") if row else MISSING
            figures[f"Time_{column}"] = clock(seconds)
        for column, member in (("MAP_CalcMap", "map_seconds"), ("MAP_RefineMap", "map_refine_seconds")):
            figures[column] = clock(explored(cells, row, budget(row), ways["IterMAP"], member)) if row else MISSING
        yield {column: figures[column] for column in paper.columns}


def clock(seconds):
    """Hours, minutes and seconds, as the papers have them; ours need parts of a second."""
    if seconds in (MISSING, NOT_FOUND):
        return seconds
    whole = float(seconds)
    return f"{int(whole // 3600)}:{int(whole // 60) % 60:02}:{whole % 60:06.3f}"


def distributed_table3(cells, rows, paper, budget):
    """Time to explore all states. If several tests have the name of the row, the slowest one counts."""
    for name in paper.names():
        row = rows.get(name)
        figures = {"Protocol": name, "Nodes": paper.cell(name, "Nodes"), "Time_hh:mm": MISSING}
        if row:
            results = cells.check(row.folder, row.test, [], exhaustive(budget(row)))
            slowest = max(results, key=lambda result: result["seconds"])
            if slowest["verdict"] == "not-run":
                yield figures
                continue
            done = all(result["verdict"] == "verified" for result in results)
            figures["Time_hh:mm"] = clock(slowest["seconds"]) if done else NOT_FOUND
            figures["States"] = ("" if done else BEYOND) + str(max(result["states"] for result in results))
        yield figures
