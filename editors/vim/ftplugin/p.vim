" editors/vim/ftplugin/p.vim: how P is written: the layout of `plait format`.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal shiftwidth=4 softtabstop=4 expandtab textwidth=100
setlocal comments=://,s1:/*,mb:*,ex:*/ commentstring=//\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal suffixesadd=.p

" `:make` checks the program of this folder; errors go to the quickfix list.
let &l:makeprg = 'plait check --color never'
let &l:errorformat = '%f:%l:%c: %trror[%m,%f:%l:%c: %tarning[%m,%-G%.%#'

" gq and = use the formatter.
if executable('plait')
  let &l:equalprg = 'plait format -'
endif

let b:undo_ftplugin = 'setlocal shiftwidth< softtabstop< expandtab< textwidth< comments<'
      \ . ' commentstring< formatoptions< suffixesadd< makeprg< errorformat< equalprg<'
