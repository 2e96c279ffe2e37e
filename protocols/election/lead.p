// What leader election is to its users.

event eLead;  // to one of them: you are elected

interface Election(set[machine]) receives halt;  // elects among these machines
