#!/bin/sh
# tests/e2e/editors.sh PLAIT: the files of editors/ know the words of P, and Vim's rules work.
editors=$(cd "$(dirname "$0")/../../editors" && pwd)
. "$(dirname "$0")/lib.sh"

command_line='editors/generate --check'
"$editors/generate" --check > out 2> err
code=$?
exits 0

cat > a.p <<'P'
machine Main { // first
    start state S {
        entry {
            print "text";
        }
    }
}
P
# The colour of the word at a line and column, then what indentation makes of the file.
cat > script.vim <<V
set runtimepath^=$editors/vim
filetype plugin indent on
syntax on
edit a.p
call writefile([&filetype, synIDattr(synID(1, 1, 1), 'name'), synIDattr(synID(1, 16, 1), 'name'),
      \ synIDattr(synID(4, 13, 1), 'name'), synIDattr(synID(4, 20, 1), 'name')], 'colours')
normal! gg=G
write
qall!
V
command_line='nvim with editors/vim'
PATH=$(dirname "$plait"):$PATH HOME=$folder XDG_STATE_HOME=$folder timeout 60 \
    nvim --headless -u NONE -i NONE -n -S script.vim > out 2> err < /dev/null
code=$?
exits 0
tr '\n' ' ' < colours > out
prints_exactly 'p pDeclaration pComment pKeyword pString '
# `=` uses plait format.
"$plait" format --check a.p > out
code=$?
exits 0

# Neovim loads the tree-sitter grammar and finds the colours by its query.
mkdir -p runtime/parser runtime/queries/p
${CC:-cc} -shared -fPIC -w "$editors/tree-sitter/src/parser.c" -o runtime/parser/p.so
cp "$editors"/tree-sitter/queries/*.scm runtime/queries/p/
cat > script.vim <<V
set runtimepath^=$folder/runtime
edit a.p
lua <<L
local get_query = vim.treesitter.get_query or vim.treesitter.query.get
local text_of = vim.treesitter.get_node_text or vim.treesitter.query.get_node_text
local root = vim.treesitter.get_parser(0, 'p'):parse()[1]:root()
local query, found = get_query('p', 'highlights'), {}
for id, node in query:iter_captures(root, 0) do
  table.insert(found, query.captures[id] .. ' ' .. text_of(node, 0))
end
vim.fn.writefile(found, 'found')
L
qall!
V
command_line='nvim with editors/tree-sitter'
HOME=$folder XDG_STATE_HOME=$folder timeout 60 nvim --headless -u NONE -i NONE -n -S script.vim > out 2> err < /dev/null
code=$?
exits 0
grep -v punctuation found | tr '\n' '|' > out
prints_exactly 'keyword machine|type Main|comment // first|keyword start|keyword state|label S|keyword entry|keyword print|string "text"|'

# The Emacs mode, where Emacs is installed.
if command -v emacs > /dev/null; then
    cat > script.el <<L
(setq p-plait "$plait")
(load "$editors/emacs/p-mode.el")
(find-file "a.p")
(erase-buffer)
(insert "machine Main{start state S{entry{x=F(1,\n2);}}}\n")
(p-format-buffer)
(goto-char (point-min))
(while (not (eobp)) (delete-horizontal-space) (forward-line))
(indent-region (point-min) (point-max))
(font-lock-ensure)
(message "%s %s" major-mode (get-text-property (point-min) 'face))
(princ (buffer-string))
L
    HOME=$folder emacs --batch -Q -l script.el > out 2> err
    code=$?
    command_line='emacs with editors/emacs'
    exits 0
    says 'p-mode font-lock-keyword-face'
    prints_exactly 'machine Main {
    start state S {
        entry {
            x = F(1,
                  2);
        }
    }
}'
fi

finish
