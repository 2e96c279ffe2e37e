"""Writes the tables: TSV as the papers' figures are kept, Markdown with both, plots."""

import math
import os

from cells import BEYOND, MISSING, NOT_FOUND, number


class Paper:
    """The figures of a paper; the rows have the names that are in the column `key`."""

    def __init__(self, path, key):
        with open(path, encoding="utf-8") as file:
            self.columns, *lines = [line.rstrip("\n").split("\t") for line in file if line.strip()]
        self.rows = {line[self.columns.index(key)]: dict(zip(self.columns, line)) for line in lines}

    def names(self):
        return list(self.rows)

    def cell(self, name, column):
        return self.rows[name].get(column, MISSING)


def tsv(figures, columns):
    """Ours with the columns of the paper, which say only that a bug was not found."""
    return "".join("\t".join(line) + "\n" for line in
                   [columns, *[[plain(row.get(column, MISSING)) for column in columns] for row in figures]])


def plain(cell):
    return NOT_FOUND if cell.startswith(BEYOND) else cell


def grouped(cell):
    if cell.startswith(BEYOND):
        return "> " + grouped(cell[1:])
    value = number(cell)
    if value is None or value < 10000 or value != int(value):
        return cell
    return f"{int(value):,}"


def markdown(title, story, figures, paper, key):
    """Each cell: ours, and the paper's in parentheses."""
    columns = [column for column in figures[0] if column not in ("Group",)]
    lines = [f"# {title}", "", *story, "", "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for row in figures:
        cells = []
        for column in columns:
            ours = grouped(row.get(column, MISSING))
            theirs = paper.rows.get(row[key], {}).get(column) if column != key and column != "Nodes" else None
            cells.append(f"{ours} ({grouped(theirs)})" if theirs is not None else ours)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def found_counts(figures, paper, columns, key):
    """How many bugs each search found, ours and the paper's, of the rows that we have."""
    ours = [row for row in figures if any(row[column] != MISSING for column in columns)]
    lines = ["", f"Bugs found, of the {len(ours)} rows that we have, and by the paper's searches of the same rows:", "",
             "| | " + " | ".join(columns) + " |", "|" + "---|" * (len(columns) + 1)]
    for who, cell in (("ours", lambda row, column: row[column]),
                      ("paper", lambda row, column: paper.cell(row[key], column))):
        counts = [sum(number(cell(row, column)) is not None for row in ours) for column in columns]
        lines.append(f"| {who} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines) + "\n"


COLOURS = ["#1b6ca8", "#d1495b", "#3a7d44", "#8a5a9e", "#c98a1b", "#5f6b6d"]


def plot(title, figures, key, columns):
    """On a logarithmic scale: a line for each row, a dot for each search that found the bug."""
    rows = [row for row in figures if any(number(row[column]) is not None for column in columns)]
    highest = max([number(row[column]) or 1 for row in rows for column in columns], default=1)
    decades = max(1, math.ceil(math.log10(highest)))
    left, width, step, top = 170, 620, 20, 60
    height = top + step * len(rows) + 40

    between = 24 + 7 * max(len(column) for column in columns)  # of the names of the searches

    def across(value):
        return left + width * math.log10(max(value, 1)) / decades

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 30}" height="{height}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="100%" height="100%" fill="white"/><text x="10" y="20" font-size="14">{title}</text>']
    for at, column in enumerate(columns):
        parts.append(f'<circle cx="{left + between * at}" cy="38" r="5" fill="{COLOURS[at]}"/>'
                     f'<text x="{left + between * at + 10}" y="42">{column}</text>')
    for decade in range(decades + 1):
        x = across(10 ** decade)
        parts.append(f'<line x1="{x:.1f}" y1="{top - 5}" x2="{x:.1f}" y2="{height - 30}" stroke="#ddd"/>'
                     f'<text x="{x:.1f}" y="{height - 12}" text-anchor="middle">{10 ** decade:,}</text>')
    for at, row in enumerate(rows):
        y = top + step * at + 8
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{row[key]}</text>'
                     f'<line x1="{left}" y1="{y}" x2="{left + width}" y2="{y}" stroke="#eee"/>')
        for which, column in enumerate(columns):
            value = number(row[column])
            if value is not None:
                parts.append(f'<circle cx="{across(value):.1f}" cy="{y}" r="5" fill="{COLOURS[which]}" '
                             f'fill-opacity="0.8"><title>{column}: {int(value):,}</title></circle>')
    return "\n".join([*parts, "</svg>", ""])


def write(folder, name, content):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(content)
