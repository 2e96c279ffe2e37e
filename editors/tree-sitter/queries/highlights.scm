; The colours of P, by the names that editors use for them.

(comment) @comment
(string) @string
(integer) @number
(float) @float
(boolean) @boolean
[(null) (this) (halt)] @constant.builtin
(choice) @keyword.operator

[
  "event" "eventset" "enum" "type" "interface" "param" "machine" "model" "spec" "scenario"
  "monitor" "group" "state" "module" "test" "implementation" "var" "main" "pure" "invariant"
  "axiom" "init-condition" "Lemma" "Theorem" "Proof" "static" "start" "hot" "cold"
] @keyword
"fun" @keyword.function
["return"] @keyword.return
["if" "else"] @conditional
["while" "foreach" "break" "continue"] @repeat
"include" @include
["in" "as" "to" "is" "targets"] @keyword.operator
[
  "entry" "exit" "on" "do" "goto" "push" "pop" "with" "defer" "ignore" "send" "raise" "announce"
  "receive" "case" "new" "assert" "assume" "print" "receives" "sends" "observes" "monitors"
  "creates" "compose" "union" "hidee" "hidei" "rename" "refines" "pairwise" "wise" "for" "models"
  "requires" "ensures" "prove" "using" "except" "default" "forall" "exists" "inflight" "sent"
] @keyword

(primitive_type) @type.builtin
["seq" "set" "map"] @type.builtin
(type_name) @type
(type_declaration name: (identifier) @type)
(enum_declaration name: (identifier) @type)
(enum_element name: (identifier) @constant)
(interface_declaration name: (identifier) @type)
(machine_declaration name: (identifier) @type)
(spec_declaration name: (identifier) @type)
(new_expression machine: (machine_name) @type)
(module_name) @namespace
(module_declaration name: (identifier) @namespace)

(event_declaration name: (identifier) @constant)
(event_list (identifier) @constant)
(send_statement event: (identifier) @constant)
(raise_statement event: (identifier) @constant)
(announce_statement event: (identifier) @constant)

(state_declaration name: (identifier) @label)
(state_path) @label

(function_declaration name: (identifier) @function)
(pure_declaration name: (identifier) @function)
(call_expression function: (identifier) @function.call)
(builtin_call function: _ @function.builtin)
(entry function: (identifier) @function)
(exit function: (identifier) @function)
(on_do function: (identifier) @function)
(on_goto function: (identifier) @function)
(test_declaration name: (identifier) @function)
(parameter name: (identifier) @parameter)
(variable_declaration name: (identifier) @variable)
(field_expression field: _ @field)
(named_field name: (identifier) @field)
(field_type name: (identifier) @field)

["{" "}" "(" ")" "[" "]"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
["=" "+=" "-=" "->" "+" "-" "*" "/" "%" "==" "!=" "<" ">" "<=" ">=" "&&" "||" "!" "==>" "<==>"] @operator
