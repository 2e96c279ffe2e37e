event eGo;
interface Worker(int) receives eGo;

machine Slow receives eGo; {
    start state Init {
        entry (name: string) { }
    }
}

module Work = { Slow -> Worker };  // error: E0702 is created with `string`
