event eGo;
machine Main { start state Idle { } }
spec Safety observes eGo { start state Idle { ignore eGo; } }

module Checked = assert Safety in { Main };
test tcOne [main = Main]: assert Safety in Checked;  // error: E0705 `Safety` is attached twice
