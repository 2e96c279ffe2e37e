// Both names of a renaming are looked up.

machine Main { start state Idle { } }

module A = rename Mane to Main in { Main };  // error: E0206 `Mane`
module B = rename Main to Other in { Main };  // error: E0206 `Other`
