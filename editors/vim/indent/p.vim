" editors/vim/indent/p.vim: blocks as in C; a line that goes on is indented once.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1
setlocal cindent cinoptions=j1,(0,ks,Ws,+s,L0
let b:undo_indent = 'setlocal cindent< cinoptions<'
