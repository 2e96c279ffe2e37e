// A closed module stays closed when its inner interface gets another name.

event eGo;
interface Backend() receives eGo;
interface Store() receives eGo;

machine Front sends eGo; { start state Init { entry { send new Backend(), eGo; } } }
machine Disk receives eGo; sends; { start state Serve { on eGo do { } } }
spec Watch observes eGo { start state Idle { ignore eGo; } }

module Whole = assert Watch in { Front, Disk -> Backend };
test tcOne [main = Front]: rename Backend to Store in Whole;
test tcTwice [main = Front]: rename Store to Backend in (rename Backend to Store in Whole);
