// The grammar of P, modern and 2015 dialect, for tree-sitter. The parser of `plait` itself is
// src/lang; this one serves editors: colours, folding, selection, outline.
//
// Where the dialects differ the union is read: the editor shows, `plait` judges. Words that are
// reserved in one place only (`payload`, `group`, `invariant` ...) are names elsewhere, because
// tree-sitter takes a keyword only where the grammar allows one.

const comma1 = (rule) => seq(rule, repeat(seq(',', rule)));
const comma = (rule) => optional(comma1(rule));
const braces = (rule) => seq('{', repeat(rule), '}');

// From the loosest to the tightest, as in docs/language.md.
const PREC = {
  quantifier: 1,
  iff: 2,
  implies: 3,
  or: 4,
  and: 5,
  equal: 6,
  order: 7,
  cast: 8,
  sum: 9,
  product: 10,
  unary: 11,
  postfix: 12,
};

module.exports = grammar({
  name: 'p',

  word: ($) => $.identifier,
  extras: ($) => [/\s/, /\uFEFF/, $.comment],
  supertypes: ($) => [$._declaration, $._statement, $._expression, $._type, $._module_expression],

  conflicts: ($) => [
    [$.event_list],
    [$._expression, $.call_expression],
    [$.machine_name, $._expression],
  ],

  rules: {
    source_file: ($) => repeat(choice($._declaration, $.annotation, ';')),

    // ------------------------------------------------------------------ declarations

    _declaration: ($) =>
      choice(
        $.event_declaration,
        $.eventset_declaration,
        $.enum_declaration,
        $.type_declaration,
        $.interface_declaration,
        $.param_declaration,
        $.include_declaration,
        $.machine_declaration,
        $.spec_declaration,
        $.function_declaration,
        $.module_declaration,
        $.test_declaration,
        $.implementation_declaration,
        $.pure_declaration,
        $.invariant_declaration,
        $.formula_declaration,
        $.lemma_declaration,
        $.proof_declaration,
      ),

    event_declaration: ($) =>
      seq(
        'event',
        field('name', $.identifier),
        optional($.queue_bound),
        optional(seq(':', field('payload', $._type))),
        optional($.queue_bound),
        optional($.annotation),
        ';',
      ),

    queue_bound: ($) => seq(choice('assert', 'assume'), $.integer),

    eventset_declaration: ($) =>
      seq('eventset', field('name', $.identifier), '=', '{', $.event_list, '}', ';'),

    enum_declaration: ($) =>
      seq('enum', field('name', $.identifier), '{', comma1($.enum_element), '}'),
    enum_element: ($) =>
      seq(field('name', $.identifier), optional(seq('=', field('value', $.integer)))),

    type_declaration: ($) =>
      seq(
        optional('model'),
        'type',
        field('name', $.identifier),
        optional(seq('=', field('type', $._type))),
        ';',
      ),

    interface_declaration: ($) =>
      seq(
        'interface',
        field('name', $.identifier),
        '(',
        optional(field('payload', $._type)),
        ')',
        'receives',
        optional($.event_list),
        ';',
      ),

    param_declaration: ($) =>
      seq('param', comma1(field('name', $.identifier)), ':', field('type', $._type), ';'),

    include_declaration: ($) => prec.right(seq('include', $.string, optional(';'))),

    // [a = b]: the 2015 dialect's
    annotation: ($) => seq('[', comma(seq($.identifier, '=', choice($.identifier, $.integer,
      $.string, 'true', 'false', 'null'))), ']'),

    // ---------------------------------------------------------------------- machines

    machine_declaration: ($) =>
      seq(
        optional('main'),
        choice('machine', 'model', seq('model', 'machine')),
        field('name', $.identifier),
        optional($.machine_parameters),
        optional($.queue_bound),
        optional($.annotation),
        repeat(choice($.receives_clause, $.sends_clause)),
        field('body', $.machine_body),
      ),

    machine_parameters: ($) => seq('<', comma1($.identifier), '>'),
    receives_clause: ($) => seq('receives', optional($.event_list), ';'),
    sends_clause: ($) => seq('sends', optional($.event_list), ';'),

    spec_declaration: ($) =>
      choice(
        seq(
          choice('spec', 'scenario'),
          field('name', $.identifier),
          choice('observes', 'monitors'),
          $.event_list,
          field('body', $.machine_body),
        ),
        seq('monitor', field('name', $.identifier), optional($.queue_bound),
          field('body', $.machine_body)),
      ),

    machine_body: ($) => braces($._machine_item),
    _machine_item: ($) =>
      choice($.variable_declaration, $.function_declaration, $.state_declaration,
        $.group_declaration, ';'),

    group_declaration: ($) =>
      seq('group', field('name', $.identifier), optional($.annotation), $.machine_body),

    variable_declaration: ($) =>
      seq(
        'var',
        comma1(field('name', $.identifier)),
        ':',
        field('type', $._type),
        optional($.annotation),
        ';',
      ),

    state_declaration: ($) =>
      seq(
        optional('start'),
        optional(choice('hot', 'cold')),
        'state',
        field('name', $.identifier),
        optional($.annotation),
        field('body', $.state_body),
      ),

    state_body: ($) => braces($._state_item),
    _state_item: ($) =>
      choice($.entry, $.exit, $.defer, $.ignore, $.on_do, $.on_goto, $.on_push, ';'),

    entry: ($) => seq('entry', $._handler),
    exit: ($) => seq('exit', $._handler),
    defer: ($) => seq('defer', $.event_list, optional($.annotation), ';'),
    ignore: ($) => seq('ignore', $.event_list, optional($.annotation), ';'),
    on_do: ($) =>
      seq('on', $.event_list, choice(seq('do', $._handler), field('body', $.block))),
    on_goto: ($) =>
      seq(
        'on',
        $.event_list,
        'goto',
        field('state', $.state_path),
        optional($.annotation),
        choice(';', seq('with', $._handler)),
      ),
    on_push: ($) =>
      seq('on', $.event_list, 'push', field('state', $.state_path), optional($.annotation), ';'),

    _handler: ($) =>
      choice(
        seq(field('function', $.identifier), optional($.annotation), ';'),
        seq(optional($.annotation), optional($.handler_parameter), field('body', $.block)),
      ),
    handler_parameter: ($) => seq('(', $.parameter, ')'),

    state_path: ($) => seq($.identifier, repeat(seq('.', $.identifier))),
    event_list: ($) => comma1($._event),
    _event: ($) => choice($.identifier, $.halt, $.null),

    // --------------------------------------------------------------------- functions

    function_declaration: ($) =>
      seq(
        optional('static'),
        optional('model'),
        'fun',
        field('name', $.identifier),
        field('parameters', $.parameters),
        optional(seq(':', field('result', $._type))),
        optional($.annotation),
        optional($.creates_clause),
        choice(field('body', $.block), ';', $.contract),
      ),
    creates_clause: ($) => seq('creates', comma1($.identifier)),
    contract: ($) =>
      prec.right(
        choice(
          seq('return', '(', $.parameter, ')', ';', repeat($._contract_clause)),
          repeat1($._contract_clause),
        ),
      ),
    _contract_clause: ($) => seq(choice('requires', 'ensures'), $._expression, ';'),

    parameters: ($) => seq('(', comma($.parameter), ')'),
    parameter: ($) => seq(field('name', $.identifier), ':', field('type', $._type)),

    // -------------------------------------------------------------- modules and tests

    module_declaration: ($) =>
      seq('module', field('name', $.identifier), '=', $._module_expression, ';'),

    _module_expression: ($) =>
      choice(
        $.bindings,
        $.parenthesized_module,
        $.module_combination,
        $.module_restriction,
        $.module_renaming,
        $.module_name,
      ),
    module_name: ($) => $.identifier,
    bindings: ($) => seq('{', comma1($.binding), '}'),
    binding: ($) =>
      seq(field('machine', $.identifier), optional(seq('->', field('interface', $.identifier)))),
    parenthesized_module: ($) => seq('(', $._module_expression, ')'),
    module_combination: ($) =>
      prec.left(seq(choice('compose', 'union'), $._module_expression,
        repeat1(seq(',', $._module_expression)))),
    module_restriction: ($) =>
      prec.right(seq(choice('hidee', 'hidei', 'assert', 'main'), $.event_list, 'in',
        $._module_expression)),
    module_renaming: ($) =>
      prec.right(seq('rename', $.identifier, 'to', $.identifier, 'in', $._module_expression)),

    test_declaration: ($) =>
      seq(
        'test',
        optional($.test_parameters),
        optional(seq('assume', $._expression)),
        optional(choice('pairwise', seq('(', $.integer, 'wise', ')'))),
        field('name', $.identifier),
        $.main_clause,
        ':',
        $._module_expression,
        optional(seq('refines', $._module_expression)),
        ';',
      ),
    test_parameters: ($) => seq('param', '(', comma1($.parameter_range), ')'),
    parameter_range: ($) =>
      seq(field('name', $.identifier), 'in', '[', comma1($._parameter_value), ']'),
    _parameter_value: ($) => choice($.boolean, $.integer, seq('-', $.integer)),
    main_clause: ($) => seq('[', 'main', '=', field('machine', $.identifier), ']'),
    implementation_declaration: ($) =>
      seq('implementation', field('name', $.identifier), optional($.main_clause), ':',
        $._module_expression, ';'),

    // ------------------------------------------------------------------------ proofs

    pure_declaration: ($) =>
      seq(
        'pure',
        field('name', $.identifier),
        field('parameters', $.parameters),
        ':',
        field('result', $._type),
        optional(seq('=', $._expression)),
        ';',
      ),
    invariant_declaration: ($) =>
      seq('invariant', field('name', $.identifier), ':', $._expression, ';'),
    formula_declaration: ($) => seq(choice('axiom', 'init-condition'), $._expression, ';'),
    lemma_declaration: ($) =>
      seq(choice('Lemma', 'Theorem'), field('name', $.identifier),
        braces($.invariant_declaration)),
    proof_declaration: ($) =>
      seq('Proof', optional(field('name', $.identifier)), braces($.proof_step)),
    proof_step: ($) =>
      seq(
        'prove',
        choice('*', 'default', comma1($._expression)),
        optional(seq('using', choice('*', comma1($._expression)))),
        optional(seq('except', comma1($._expression))),
        ';',
      ),

    // -------------------------------------------------------------------- statements

    block: ($) => braces(choice($.variable_declaration, $._statement)),

    _statement: ($) =>
      choice(
        $.block,
        $.empty_statement,
        $.assert_statement,
        $.print_statement,
        $.return_statement,
        $.break_statement,
        $.continue_statement,
        $.assignment,
        $.insertion,
        $.removal,
        $.if_statement,
        $.while_statement,
        $.foreach_statement,
        $.send_statement,
        $.raise_statement,
        $.announce_statement,
        $.goto_statement,
        $.push_statement,
        $.pop_statement,
        $.receive_statement,
        $.expression_statement,
      ),

    empty_statement: () => ';',
    assert_statement: ($) =>
      seq(choice('assert', 'assume'), $._expression, optional(seq(',', $._expression)), ';'),
    print_statement: ($) => seq('print', $._expression, ';'),
    return_statement: ($) => seq('return', optional($._expression), ';'),
    break_statement: () => seq('break', ';'),
    continue_statement: () => seq('continue', ';'),

    assignment: ($) => seq(field('target', $._target), '=', field('value', $._expression), ';'),
    insertion: ($) => seq(field('target', $._target), '+=', field('value', $._expression), ';'),
    removal: ($) => seq(field('target', $._target), '-=', field('value', $._expression), ';'),
    _target: ($) =>
      choice(
        $.identifier,
        alias($._prover_word, $.identifier),
        alias($.field_target, $.field_expression),
        alias($.index_target, $.index_expression),
      ),
    field_target: ($) =>
      seq(field('operand', $._target), '.', field('field', choice($.identifier, $.integer))),
    index_target: ($) =>
      seq(field('operand', $._target), '[', field('index', $._expression), ']'),

    if_statement: ($) =>
      prec.right(
        seq('if', field('condition', $._expression), field('then', $._statement),
          optional(seq('else', field('else', $._statement)))),
      ),
    while_statement: ($) =>
      seq('while', field('condition', $._expression), field('body', $._statement)),
    foreach_statement: ($) =>
      seq(
        'foreach',
        '(',
        field('variable', $.identifier),
        'in',
        field('collection', $._expression),
        ')',
        repeat($.loop_invariant),
        field('body', $._statement),
      ),
    loop_invariant: ($) => seq('invariant', $._expression, ';'),

    send_statement: ($) =>
      seq('send', field('target', $._expression), ',', field('event', $._expression),
        optional(seq(',', comma1($._expression))), ';'),
    raise_statement: ($) =>
      seq('raise', field('event', $._expression), optional(seq(',', comma1($._expression))), ';'),
    announce_statement: ($) =>
      seq(choice('announce', 'monitor'), field('event', $._expression),
        optional(seq(',', comma1($._expression))), ';'),
    goto_statement: ($) =>
      seq('goto', field('state', $.state_path), optional(seq(',', comma1($._expression))), ';'),
    push_statement: ($) => seq('push', field('state', $.state_path), ';'),
    pop_statement: () => seq('pop', ';'),
    receive_statement: ($) => seq('receive', '{', repeat1($.receive_case), '}'),
    receive_case: ($) =>
      seq('case', $.event_list, ':', optional($.handler_parameter), field('body', $.block),
        optional(';')),
    expression_statement: ($) => seq(choice($.call_expression, $.new_expression), ';'),

    // ------------------------------------------------------------------- expressions

    _expression: ($) =>
      choice(
        $.identifier,
        alias($._prover_word, $.identifier),
        $.integer,
        $.float,
        $.string,
        $.boolean,
        $.null,
        $.this,
        $.halt,
        $.choice,
        $.parenthesized_expression,
        $.tuple,
        $.named_tuple,
        $.call_expression,
        $.builtin_call,
        $.default_expression,
        $.new_expression,
        $.field_expression,
        $.index_expression,
        $.unary_expression,
        $.binary_expression,
        $.cast_expression,
        $.kind_test,
        $.quantifier,
        $.message_test,
      ),

    parenthesized_expression: ($) => seq('(', $._expression, ')'),
    tuple: ($) =>
      seq('(', $._expression, ',', optional(comma1($._expression)), ')'),
    named_tuple: ($) => seq('(', comma1($.named_field), optional(','), ')'),
    named_field: ($) => seq(field('name', $.identifier), '=', field('value', $._expression)),

    arguments: ($) => seq('(', comma($._expression), ')'),
    call_expression: ($) =>
      seq(field('function', $.identifier), field('arguments', $.arguments)),
    builtin_call: ($) =>
      prec(PREC.postfix, seq(
        field('function', choice('sizeof', 'keys', 'values', 'choose', 'format', 'float')),
        field('arguments', $.arguments))),
    default_expression: ($) => seq('default', '(', $._type, ')'),
    new_expression: ($) =>
      prec.right(PREC.postfix, seq(
        'new',
        field('machine', $.machine_name),
        optional(field('arguments', $.arguments)),
        optional(seq(choice('for', 'models'), $.machine_name, optional($.arguments))),
      )),
    machine_name: ($) => prec.right(seq($.identifier, optional(seq('<', comma1($.machine_name), '>')))),

    field_expression: ($) =>
      prec.left(PREC.postfix, seq(field('operand', $._expression), '.',
        field('field', choice($.identifier, $.integer)))),
    index_expression: ($) =>
      prec.left(PREC.postfix, seq(field('operand', $._expression), '[',
        field('index', $._expression), ']')),

    unary_expression: ($) =>
      prec.right(PREC.unary, seq(field('operator', choice('-', '!')), $._expression)),
    binary_expression: ($) =>
      choice(
        ...[
          [PREC.iff, '<==>'],
          [PREC.implies, '==>'],
          [PREC.or, '||'],
          [PREC.and, '&&'],
          [PREC.equal, choice('==', '!=')],
          [PREC.order, choice('<', '>', '<=', '>=', 'in')],
          [PREC.sum, choice('+', '-')],
          [PREC.product, choice('*', '/', '%')],
        ].map(([level, operator]) =>
          prec.left(level, seq(field('left', $._expression), field('operator', operator),
            field('right', $._expression)))),
      ),
    cast_expression: ($) =>
      prec.left(PREC.cast, seq($._expression, choice('as', 'to'), field('type', $._type))),
    kind_test: ($) =>
      prec.left(PREC.postfix, seq($._expression, choice('is', 'targets'), $._expression)),
    quantifier: ($) =>
      prec.right(PREC.quantifier, seq(choice('forall', 'exists'), optional('new'), $.parameters,
        ':', ':', $._expression)),
    message_test: ($) => prec.right(PREC.unary, seq(choice('inflight', 'sent'), $._expression)),

    // Words that begin an expression in a proof, and are names in programs.
    _prover_word: () => choice('forall', 'exists', 'inflight', 'sent'),

    // ------------------------------------------------------------------------- types

    _type: ($) =>
      choice($.primitive_type, $.seq_type, $.set_type, $.map_type, $.tuple_type,
        $.named_tuple_type, $.type_name),
    primitive_type: () =>
      choice('bool', 'int', 'float', 'string', 'event', 'machine', 'data', 'any', 'null',
        'foreign'),
    seq_type: ($) => seq('seq', '[', $._type, ']'),
    set_type: ($) => seq('set', '[', $._type, ']'),
    map_type: ($) => seq(optional('map'), '[', field('key', $._type), ',',
      field('value', $._type), ']'),
    tuple_type: ($) => seq('(', comma1($._type), ')'),
    named_tuple_type: ($) => seq('(', comma1($.field_type), ')'),
    field_type: ($) => seq(field('name', $.identifier), ':', field('type', $._type)),
    type_name: ($) => $.machine_name,

    // ------------------------------------------------------------------------ tokens

    boolean: () => choice('true', 'false'),
    null: () => 'null',
    this: () => 'this',
    halt: () => 'halt',
    choice: () => choice('$', '$$'),
    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    integer: () => /[0-9]+/,
    float: () => /[0-9]*\.[0-9]+/,
    string: () => /"([^"\\]|\\(.|\n))*"/,
    comment: () => token(choice(seq('//', /[^\n]*/), seq('/*', /[^*]*\*+([^/*][^*]*\*+)*/, '/'))),
  },
});
