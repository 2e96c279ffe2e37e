// A dispatcher: the front of a replicated service. Clients know only the dispatcher, not the replicas.
//
// It knows the newest view of the service, sends requests to its head and queries to its tail, and again
// to those of each newer view, because it cannot know what became of them. So it may get several
// answers; the client gets one.

machine Dispatcher {
    var view: tView;                 // version 0: it has none yet
    var open: map[int, tRequest];    // not answered, by id
    var asked: map[int, machine];    // queries that are not answered: who asked

    start state Working {
        entry {
            var users: set[machine];

            users += (this);
            new Group(users);
        }
        on eRequest do (request: tRequest) {
            open[request.id] = request;
            if (view.version > 0) { Forward(request.id); }
        }
        on eView do (newer: tView) {
            var id: int;

            if (newer.version <= view.version && !bug_dispatcher_old_view) { return; }
            view = newer;
            foreach (id in keys(open)) { Forward(id); }
            foreach (id in keys(asked)) { send view.tail, eQuery, (client = this, id = id); }
        }
        on eResponse do (response: tResponse) {
            if (!(response.id in open)) { return; }  // it has been answered
            send open[response.id].client, eResponse, response;
            if (!bug_dispatcher_answers_again) { open -= response.id; }
        }
        on eQuery do (query: (client: machine, id: int)) {
            asked[query.id] = query.client;
            if (view.version > 0) { send view.tail, eQuery, (client = this, id = query.id); }
        }
        on eAnswer do (answer: (id: int, version: int)) {
            if (!(answer.id in asked)) { return; }
            send asked[answer.id], eAnswer, answer;
            asked -= answer.id;
        }
    }

    fun Forward(id: int) {
        send view.head, eRequest, (client = this, id = id, operation = open[id].operation);
    }
}
