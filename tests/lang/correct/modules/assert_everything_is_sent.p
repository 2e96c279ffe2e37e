// A machine without a `sends` clause may send every event, `halt` too.

event eGo;
machine Main { start state Idle { } }
spec Safety observes eGo, halt { start state Idle { ignore eGo, halt; } }

test tcOne [main = Main]: assert Safety in { Main };
