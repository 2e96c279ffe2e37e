// No test and no implementation: all machines and all specs, starting at Main.

event eGo;
machine Helper { start state Idle { ignore eGo; } }
machine Main { start state Init { entry { send new Helper(), eGo; } } }
machine Unused { start state Init { entry (n: int) { } } }
interface NeverCreated() receives eGo;
spec Safety observes eGo { start state Idle { ignore eGo; } }
spec NeverSent observes eOther { start state Idle { ignore eOther; } }
event eOther;
