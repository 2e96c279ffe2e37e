[
  (machine_body)
  (state_body)
  (block)
  (receive_statement)
  (enum_declaration)
] @indent
"}" @branch
