event eGo;
machine A sends eGo; { start state Idle { } }
machine B sends eGo; { start state Idle { } }
spec Safety observes eGo { start state Idle { ignore eGo; } }

module Left = assert Safety in { A };
module Right = assert Safety in { B };
module Both = (union Left, Right);  // error: E0706 spec `Safety` is attached twice
