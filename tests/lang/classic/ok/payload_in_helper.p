// A helper function sees the payload of whoever calls it.

event eAdd: (amount: int);
event eDouble: (amount: int);

main machine Main {
    var sum: int;

    fun Count() {
        sum = sum + payload.amount;
    }

    fun Twice() {
        Count();
        Count();
    }

    start state Init {
        on eAdd do { Count(); };
        on eDouble do Twice;
    }
}
