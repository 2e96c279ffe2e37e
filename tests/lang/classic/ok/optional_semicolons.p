// A semicolon after a body may stand or not.

event eTick;
event eTock;

model Helper {
    fun Work() { };
    start state Init {
        entry { Work(); };
        exit { };
        on eTick do { }
        on eTock goto Init with { };
    };
};

main machine Main {
    fun Work() { }
    start state Init {
        entry { new Helper(); }
        exit { }
        on eTick do { };
        on eTock goto Init with { }
    }
}
