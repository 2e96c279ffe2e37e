// Two modules that were written against different names of one interface.

event eGo;
interface Backend() receives eGo;
interface Store() receives eGo;

machine Front { start state Init { entry { send new Backend(), eGo; } } }
machine Disk receives eGo; { start state Serve { on eGo do { } } }

module Fronts = rename Backend to Store in { Front };
test tcOne [main = Front]: (union Fronts, { Disk -> Store });
test tcOther [main = Front]: (union { Front }, (rename Store to Backend in { Disk -> Store }));
