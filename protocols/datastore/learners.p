// Learners: each replica of a service has one, which holds the data.

machine HashTable {
    var content: tContent;

    start state Working {
        on eExecute do (e: (replica: machine, operation: any)) {
            var operation: tOperation;
            var outcome: tOutcome;

            operation = e.operation as tOperation;
            assert operation.kind == PUT || operation.kind == GET || operation.kind == REMOVE,
                format("{0} is not an operation of a hash table", operation.kind);
            outcome = Perform(content, operation);
            content = outcome.content;
            if (bug_datastore_new_value && operation.kind == PUT) {
                outcome.result = operation.value;
            }
            send e.replica, eResult, outcome.result;
        }
    }
}

machine List {
    var content: tContent;

    start state Working {
        on eExecute do (e: (replica: machine, operation: any)) {
            var operation: tOperation;
            var outcome: tOutcome;

            operation = e.operation as tOperation;
            assert operation.kind == APPEND || operation.kind == READ || operation.kind == TAKE,
                format("{0} is not an operation of a list", operation.kind);
            outcome = Perform(content, operation);
            content = outcome.content;
            send e.replica, eResult, outcome.result;
        }
    }
}
