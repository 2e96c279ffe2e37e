// What raises, pushes or pops can be an entry or an action by name.

event eTick;
event eTock;

main machine Main {
    fun Go() { raise eTick; }
    fun Back() { pop; }
    fun Down() { push Below; }

    start state Init {
        entry Go;
        on eTick push Below;
        on eTock do Down;
    }

    state Below {
        entry { send this, eTock; }
        on eTock do Back;
    }
}
