#!/bin/sh
# Machines as state diagrams: what is declared, and with a coverage file what was seen.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.sh"

cp "$root/examples/lease/lease.p" .
cat > svg.py <<'END'
"""Prints what a picture has: states and arrows, each with its count, "-" for unseen ones."""
import sys, xml.etree.ElementTree as xml
NS = "{http://www.w3.org/2000/svg}"
root = xml.parse(sys.argv[1]).getroot()
boxes = []
for g in root.iter(NS + "g"):
    kind = g.get("class").split()
    if kind[0] == "state":
        texts = [t.text or "" for t in g.iter(NS + "text")]
        box = g.find(NS + "rect")
        boxes.append(tuple(float(box.get(k)) for k in ("x", "y", "width", "height")))
        start = " start" if g.find(NS + "circle") is not None else ""
        print("state", g.get("data-state"), *kind[1:], "count:" + texts[1] + start)
    if kind[0] == "edge":
        print("edge", g.get("data-from"), g.get("data-to"), *kind[1:])
for t in root.iter(NS + "text"):
    if t.get("class", "").startswith("label"):
        print("label", t.text)
width, height = float(root.get("width")), float(root.get("height"))
for i, (x, y, w, h) in enumerate(boxes):
    assert x >= 0 and y >= 0 and x + w <= width and y + h <= height, "a box is outside"
    for x2, y2, w2, h2 in boxes[:i]:
        assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, "boxes overlap"
print("boxes are apart")
END

look()
{
    command_line="svg.py $1"
    python3 svg.py "$1" > out 2> err
    code=$?
    exits 0
    prints 'boxes are apart'
}

run 10 draw -o pictures lease.p
exits 0
prints 'pictures/Server.svg'
prints 'pictures/OneHolder.svg'
look pictures/Client.svg
prints 'state Wait count: start'
prints 'edge Wait Holding'
prints 'edge Holding Done'
prints 'label eGranted'
look pictures/Server.svg
prints 'edge Free Leased'
prints 'edge Leased Free'

# What a check has seen. The bug comes before anybody is Done, with a search that stops there.
run 20 check -q --search bfs --coverage-json seen.json lease.p
exits 1
run 10 draw -q -o seen --coverage seen.json lease.p
exits 0
prints_nothing
look seen/Client.svg
prints 'edge Wait Holding'
grep -Eq '^state Wait count:[1-9][0-9]* start$' out && passes || fails 'Wait was not counted'
grep -Eq '^label eGranted [1-9]' out && passes || fails 'eGranted was not counted'

# A machine that no test has is dashed.
cat lease.p > more.p
cat >> more.p <<'END'
machine Idle {
    start state Off { on eGranted goto On; }
    hot state Hot { }
    state On { on eGranted goto Off; on eRevoked goto On; }
}
END
sed -i '/hot state Hot/d' more.p
run 20 check -q --search bfs --coverage-json more.json more.p
run 10 draw -q -m Idle -o more --coverage more.json more.p
exits 0
look more/Idle.svg
prints 'state Off unseen count:0 start'
prints 'edge On On unseen'
[ "$(ls more)" = Idle.svg ] && passes || fails 'more than one picture'

# Many states.
python3 - > many.p <<'END'
print("event e0;\nevent e1;\nmachine Main {")
for i in range(60):
    print(f"    {'start ' if i == 0 else ''}state State{i} {{ on e0 goto State{(i * 7 + 1) % 60}; on e1 goto State{(i * 3) % 60}; }}")
print("}")
END
run 10 draw -q -o many many.p
exits 0
look many/Main.svg
[ "$(grep -c '^state ' out)" = 60 ] && passes || fails 'not 60 states'

# What is wrong gets a reason.
run 10 draw -m Nobody lease.p
exits 3
says 'there is no machine Nobody'
run 10 draw --coverage nothing.json lease.p
exits 3
says 'nothing.json does not exist'
run 10 draw --coverage seen.json many.p
exits 3
says 'of another program'
run 10 draw -o /proc/nowhere lease.p
exits 3

finish
