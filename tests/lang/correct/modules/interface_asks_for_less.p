// The interface promises a part of what the machine receives, and its payload
// fits where the machine takes anything.

event eGo;
event eStop;
interface Worker(int) receives eGo;

machine Lazy receives eGo, eStop; {
    start state Init {
        entry (x: any) { }
        ignore eGo, eStop;
    }
}

machine Main {
    start state Init { entry { send new Worker(3), eGo; } }
}

test tcOne [main = Main]: { Main, Lazy -> Worker };
