// Line comments end with their line. // This one, too.
/* Block comments
   cross lines, may hold // and " and even /* but end at the first */
event eTick; /* between */ event /* inside */ eTock; // after
/**/
/***/
machine Main { start state Init { ignore eTick, eTock; } }
// A comment may end the file without a line break.