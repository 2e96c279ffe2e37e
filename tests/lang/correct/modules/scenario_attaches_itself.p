// Scenarios watch every test; naming one in `assert` changes nothing.

event eGo;
machine Main { start state Init { entry { send this, eGo; } ignore eGo; } }
scenario Seen observes eGo {
    start state Init { on eGo goto Done; }
    cold state Done { ignore eGo; }
}

test tcOne [main = Main]: { Main };
test tcTwo [main = Main]: assert Seen in { Main };
