// Seeded bugs: ../BUGS.md describes them, a test switches one on.

// The server forgets what all clients know that are connected now.
param bug_gsp_forgets: bool;
