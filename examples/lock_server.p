// A lock server and two clients, with three mistakes for the compiler to find.
// `make demo` shows what it says about them.

type tRequest = (client: machine, ticket: int);

event eAcquire: tRequest;
event eGranted: int;
event eRelease: int;

machine LockServer {
    var holder: machine;
    var waiting: seq[tRequest];

    start state Free {
        on eAcquire do (request: tRequest) {
            Grant(request);
            goto Held;
        }
    }

    state Held {
        on eAcquire do (request: tRequest) {
            waiting += (sizeof(waiting), request);
        }
        on eRelease do (ticket: int) {
            if (sizeof(waitng) == 0) {
                goto Free;
            }
            Grant(waiting[0]);
            waiting -= (0);
        }
    }

    fun Grant(request: tRequest) {
        holder = request.client;
        send holder, eGranted, request;
    }
}

machine Client {
    var server: machine;

    start state Init {
        entry (lock: machine) {
            server = lock;
            send server, eAcquire, (client = this, ticket = 1);
        }
        on eGranted goto Working;
    }

    state Working {
        entry (ticket: int) {
            send server, eRelease, ticket;
            goto Done;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var lock: machine;
            lock = new LockServer();
            new Client(lock);
            new Client(lock);
        }
    }
}
