[
  (machine_body)
  (state_body)
  (block)
  (receive_statement)
  (enum_declaration)
  (lemma_declaration)
  (proof_declaration)
  (comment)
] @fold
