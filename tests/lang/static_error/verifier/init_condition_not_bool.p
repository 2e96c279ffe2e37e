// And an initial condition.

init-condition 0; // error: E0418
