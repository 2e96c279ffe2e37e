// Modules may be used before they are declared, and in several places.

event eTick;

module System = (union Clocks, Users);
module Clocks = { Clock };
module Users = (union { UserA }, { UserB }, { Main });

machine Clock { start state Init { entry (who: machine) { send who, eTick; } } }
machine UserA { start state Init { entry { new Clock(this); } on eTick do { } } }
machine UserB { start state Init { entry { new Clock(this); } on eTick do { } } }
machine Main { start state Init { entry { new UserA(); new UserB(); } } }

test tcAll [main = Main]: System;
test tcOne [main = UserA]: (union Clocks, { UserA });
test tcOther [main = UserB]: union Clocks, { UserB };
