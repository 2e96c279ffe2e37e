// Main is bound but nobody inside creates it, so the world deals with it.

event eGo;
machine Main sends eGo; receives eGo; {
    start state Init { entry { send this, eGo; } ignore eGo; }
}

module Quiet = hidee eGo in { Main };  // error: E0707 `Main` receives it and is bound but never
