" editors/vim/syntax/p.vim: made by editors/generate from the words of P.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax keyword pDeclaration axiom enum event eventset fun group implementation include init-condition interface invariant Lemma machine main model module monitor param paramtest Proof pure scenario spec start state static test Theorem type var hot cold foreign
syntax keyword pKeyword as assert defer do else entry exit goto if ignore in new on raise return send sizeof while announce assume break case choose compose continue creates default ensures except exists forall foreach format hidee hidei inflight is keys observes pairwise print prove receive receives refines rename requires safe sends sent targets to union using values wise with for models monitors pop push
syntax keyword pType any bool data float int map seq set string
syntax keyword pConstant false halt null this true payload trigger
syntax match pNumber /\<\d\+\>/
syntax match pChoice /\$\$\?/
syntax region pString start=/"/ skip=/\\./ end=/"/
syntax keyword pTodo TODO FIXME XXX contained
syntax match pComment "//.*$" contains=pTodo,@Spell
syntax region pComment start="/\*" end="\*/" contains=pTodo,@Spell
syntax match pFunction /\<\h\w*\ze\s*(/
highlight default link pDeclaration Structure
highlight default link pKeyword Keyword
highlight default link pType Type
highlight default link pConstant Constant
highlight default link pNumber Number
highlight default link pChoice Special
highlight default link pString String
highlight default link pComment Comment
highlight default link pTodo Todo
highlight default link pFunction Function
let b:current_syntax = 'p'
