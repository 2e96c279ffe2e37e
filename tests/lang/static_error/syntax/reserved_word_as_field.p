// `to` is an operator; it cannot name a field.

type tMail = (sender: int, to: int); // error: E0108
