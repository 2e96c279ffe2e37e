// A program of comments only.

/* Nothing to see, but nothing wrong. */
