// Misspelt modules are reported where they are used, and only there.

machine Main { start state Idle { } }

module System = { Main };
module All = (union Sytem, { Main });  // error: E0208 there is no module `Sytem`
test tcOne [main = Main]: All;
