// A token ring that elects a leader when the token is lost (G. Le Lann, Distributed systems: towards a formal
// approach, 1977; with the filter of Chang and Roberts).
//
// The station that has the token may use the resource, once, and passes the token on. A wire may lose the token.
// Each station finds out by itself, some time later, and then claims to make the next token: its
// number travels around the ring. A candidate drops the claims of lower candidates. The one whose claim comes
// home is the leader, and makes the token.
//
// Tokens are numbered. The round of claims for token n has number n, so old news are recognised.

param stations: int;

type tClaim = (round: int, number: int);

event eSetUp: (number: int, next: machine, wire: machine);
event eToken: int;       // its number
event eClaim: tClaim;    // to the next station
event eLost: int;        // to a station: this token is lost
event eCarry: (target: machine, token: int);  // to the wire
event eRequest: machine;  // a client asks its station for the resource
event eGranted;           // to the client: use it now
event eRelease;           // to the station

// For the specification.
event eWaits: int;       // a client of this station
event eEnters: int;
event eLeaves: int;

machine Station {
    var number: int;
    var next, wire: machine;
    var token: int;       // the last one seen
    var round: int;       // the last one in which claims were seen
    var candidate: bool;  // in this round
    var clients: seq[machine];  // that wait

    start state Init {
        on eSetUp do (s: (number: int, next: machine, wire: machine)) {
            number = s.number;
            next = s.next;
            wire = s.wire;
            token = 1;
            round = 1;
            goto Waiting;
        }
        defer eToken, eClaim, eLost, eRequest;
    }

    state Waiting {
        on eToken do (t: int) {
            token = t;
            Serve();
        }
        on eRequest do Wait;
        on eClaim do Judge;
        on eLost do Claim;
    }

    // A client of this station uses the resource.
    state Serving {
        on eRelease do {
            announce eLeaves, number;
            if (bug_lann_greedy) { Serve(); }
            else { PassOn(); }
        }
        on eRequest do Wait;
        on eClaim do Judge;
        on eLost do Claim;
        defer eToken;
    }

    fun Serve() {
        if (sizeof(clients) == 0) {
            PassOn();
            return;
        }
        announce eEnters, number;
        send clients[0], eGranted;
        clients -= 0;
        goto Serving;
    }

    fun PassOn() {
        send wire, eCarry, (target = next, token = token);
        goto Waiting;
    }

    fun Wait(client: machine) {
        announce eWaits, number;
        clients += (sizeof(clients), client);
    }

    // Another station may have claimed already, or even have made the new token.
    fun Claim(lost: int) {
        if (lost == round - 1 || (lost < round && !bug_lann_one_round)) { return; }
        round = round + 1;
        candidate = true;
        send next, eClaim, (round = round, number = number);
    }

    fun Judge(claim: tClaim) {
        if (claim.round < round) { return; }
        if (claim.round > round) {
            round = claim.round;
            candidate = false;
        }
        if (candidate && claim.number < number) { return; }
        if (candidate && claim.number == number) {
            candidate = false;
            token = round;
            send wire, eCarry, (target = next, token = token);
        } else {
            send next, eClaim, claim;
        }
    }
}

module lann = { Station };
