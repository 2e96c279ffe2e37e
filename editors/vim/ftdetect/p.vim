" editors/vim/ftdetect/p.vim: files of P. Vim takes *.p for Pascal otherwise.
autocmd BufNewFile,BufRead *.p setlocal filetype=p
