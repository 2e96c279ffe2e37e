// A replicated service as a dispatcher sees it: one node that works at a time. The service may move to
// another node, which knows all that was done; the old node drops what it gets. News of the moves
// arrive in any order.

param moves: int;

type tMember = (clients: set[machine], learner: machine, version: int, done: map[int, tResponse]);

machine MovingGroup {
    start state Init {
        entry (users: set[machine]) {
            new Member((clients = users, learner = NewLearner(), version = 1,
                        done = default(map[int, tResponse])));
            raise halt;
        }
    }
}

machine Member {
    var member: tMember;

    start state Init {
        entry (m: tMember) {
            var client: machine;

            member = m;
            foreach (client in member.clients) {
                new Courier((client = client,
                             view = (version = member.version, head = this, tail = this)));
            }
            if (member.version <= moves) { goto Moving; }
            goto Staying;
        }
    }

    state Moving {
        on eRequest do Serve;
        on eQuery do Answer;
        on null do {
            member.version = member.version + 1;
            new Member(member);
            goto Gone;
        }
    }

    state Staying {
        on eRequest do Serve;
        on eQuery do Answer;
    }

    state Gone {
        ignore eRequest, eQuery;
    }

    fun Serve(request: tRequest) {
        if (!(request.id in member.done)) {
            member.done[request.id] =
                (id = request.id, number = sizeof(member.done) + 1,
                 result = Execute(member.learner, this, request.operation));
        }
        send request.client, eResponse, member.done[request.id];
    }

    fun Answer(query: (client: machine, id: int)) {
        send query.client, eAnswer, (id = query.id, version = sizeof(member.done));
    }
}

// Brings one view to one client.
machine Courier {
    start state Init {
        entry (news: (client: machine, view: tView)) {
            send news.client, eView, news.view;
            raise halt;
        }
    }
}

module moving_group = { MovingGroup -> Group, Member, Courier };
