// A replica joins; the message of an earlier leader that wanted to give it the content comes late. The replica must become a
// member all the same.

machine TwoLeaders {
    var newcomer: machine;

    start state Init {
        entry {
            newcomer = new Replica((registry = this, place = 1));
            send newcomer, eGroup, GroupOf(2);
        }
        on eMore do (version: int) {
            send newcomer, eLastPart, (version = version, number = 0, sessions = default(tSessions));
        }
        on eLoaded do {
            send newcomer, eGroup, GroupOf(1);
            send newcomer, eChosen, (slot = 1, item = (updates = default(seq[tUpdate]), joins = (replica = newcomer, place = 1, life = 1)));
        }
        ignore eJoin;
    }

    fun GroupOf(version: int): tGroup {
        return (version = version, epoch = 1, leader = this, members = default(tMembers));
    }
}

spec BecomesMember observes eExecutedItem {
    start hot state Waiting { on eExecutedItem goto Member; }
    cold state Member { ignore eExecutedItem; }
}

test param (replicas in [2], part in [1], window in [2], merged in [1], kept in [10], patience in [2])
    tcLateGroup [main = TwoLeaders]: assert BecomesMember in { TwoLeaders, Replica, Ticker };
