// What a loop keeps, and what it sends.

event eAsk: (who: machine, round: int);

pure Nodes(): set[machine];

machine Coordinator {
    var round: int;

    start state Init {
        entry {
            var n: machine;
            foreach (n in Nodes())
                invariant round >= 0;
                invariant forall new (e: event) :: e is eAsk;
                invariant forall new (e: eAsk) :: e.round == round && e.who == this;
                invariant forall new (e: eAsk) :: forall (m: machine) :: e targets m ==> m in Nodes();
            {
                send n, eAsk, (who = this, round = round);
            }
        }
        ignore eAsk;
    }
}
