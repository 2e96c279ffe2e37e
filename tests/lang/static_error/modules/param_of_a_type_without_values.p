// Lists hold numbers and bools only.

param title: string;
machine Main { start state Idle { entry { print title; } } }

test param (title in [1]) tcOne [main = Main]: { Main };  // error: E0714 which is `string`
