// Strings that would be a script if a page took them for one.

event eText: string;

machine Other {
    var last: string;
    start state Wait {
        on eText do (text: string) {
            last = text;
            print text;
            assert text == "", text;
        }
    }
}

machine Test {
    start state Init {
        entry {
            var other: machine;
            other = new Other();
            send other, eText, "";
            send other, eText, "</script><script>window.hacked=1</script><b class='evil'>\\u003c</b> {{data}} <!-- <img src=x onerror=\"window.hacked=1\"> -->";
        }
    }
}

test tcHostile [main = Test]: { Other, Test };
