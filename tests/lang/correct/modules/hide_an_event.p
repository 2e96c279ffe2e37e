// `eSecret` stays between Main and its Inner.

event eSecret;
event eGo;

machine Inner sends eSecret; receives eSecret; {
    start state Serve { on eSecret do { } }
}
machine Outer sends eSecret; receives eGo; {
    start state Init {
        entry { send new Inner(), eSecret; }
        ignore eGo;
    }
}
machine Main sends eGo; receives; {
    start state Init { entry { send new Outer(), eGo; } }
}

module Quiet = hidee eSecret in { Inner, Outer };
test tcOne [main = Main]: (union Quiet, { Main });
test tcAll [main = Main]: hidee eSecret, eGo in { Inner, Outer, Main };
