// Boss creates Inner, which some other module binds.

event eSecret;
interface Inner() receives eSecret;
machine Helper sends eSecret; receives eSecret; { start state Idle { ignore eSecret; } }
machine Boss sends; receives; {
    start state Init { entry { new Inner(); new Helper(); } }
}

module Quiet =
    hidee eSecret in { Helper, Boss };  // error: E0707 `Inner` receives it and is created but not
