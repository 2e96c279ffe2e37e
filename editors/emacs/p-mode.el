;;; p-mode.el --- A mode for the P language -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; Colours, indentation by blocks, comments, `plait format', and `plait check' as the command of
;; `compile'.  With eglot, `M-x eglot' starts the language server.

;;; Code:

(defgroup p nil "The P language." :group 'languages)

(defcustom p-plait "plait" "The command of Plait." :type 'string :group 'p)

(defvar p-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    table))

(defconst p-declarations
  '("axiom" "enum" "event" "eventset" "fun" "group" "implementation" "include" "init-condition" "interface" "invariant" "Lemma" "machine" "main" "model" "module" "monitor" "param" "paramtest" "Proof" "pure" "scenario" "spec" "start" "state" "static" "test" "Theorem" "type" "var" "hot" "cold" "foreign"))
(defconst p-keywords
  '("as" "assert" "defer" "do" "else" "entry" "exit" "goto" "if" "ignore" "in" "new" "on" "raise" "return" "send" "sizeof" "while" "announce" "assume" "break" "case" "choose" "compose" "continue" "creates" "default" "ensures" "except" "exists" "forall" "foreach" "format" "hidee" "hidei" "inflight" "is" "keys" "observes" "pairwise" "print" "prove" "receive" "receives" "refines" "rename" "requires" "safe" "sends" "sent" "targets" "to" "union" "using" "values" "wise" "with" "for" "models" "monitors" "pop" "push"))
(defconst p-types
  '("any" "bool" "data" "float" "int" "map" "seq" "set" "string"))
(defconst p-constants
  '("false" "halt" "null" "this" "true" "payload" "trigger"))

(defvar p-font-lock-keywords
  `((,(regexp-opt p-declarations 'words) . font-lock-keyword-face)
    (,(regexp-opt p-keywords 'words) . font-lock-keyword-face)
    (,(regexp-opt p-types 'words) . font-lock-type-face)
    (,(regexp-opt p-constants 'words) . font-lock-constant-face)
    ("\\_<fun\\s-+\\([A-Za-z_][A-Za-z_0-9]*\\)" 1 font-lock-function-name-face)
    ("\\_<\\(?:machine\\|spec\\|state\\|module\\|test\\|type\\|enum\\|event\\|interface\\)\\s-+\\([A-Za-z_][A-Za-z_0-9]*\\)"
     1 font-lock-type-face)))

(defun p-indent-line ()
  "Indent the line by the blocks and parentheses around it."
  (interactive)
  (let* ((state (save-excursion (syntax-ppss (line-beginning-position))))
         (open (nth 1 state))
         (closes (save-excursion (back-to-indentation) (looking-at "[])}]")))
         (column (cond
                  ((nth 3 state) nil)
                  ((not open) 0)
                  (t (save-excursion
                       (goto-char open)
                       (let ((after (save-excursion (forward-char) (skip-chars-forward " \t") (point))))
                         (if (and (not (eq (char-after) ?{)) (not closes)
                                  (save-excursion (goto-char after) (not (eolp))))
                             (progn (goto-char after) (current-column))
                           (back-to-indentation)
                           (+ (current-column) (if closes 0 4)))))))))
    (when column
      (if (<= (current-column) (current-indentation))
          (indent-line-to column)
        (save-excursion (indent-line-to column))))))

(defun p-format-buffer ()
  "Lay out the buffer with `plait format'."
  (interactive)
  (let ((out (generate-new-buffer " *plait format*")))
    (unwind-protect
        (if (zerop (call-process-region nil nil p-plait nil (list out nil) nil "format" "-"))
            (replace-buffer-contents out)
          (message "plait format: brackets do not match, or there is text that is no P"))
      (kill-buffer out))))

;;;###autoload
(define-derived-mode p-mode prog-mode "P"
  "A mode for the P language."
  (setq-local font-lock-defaults '(p-font-lock-keywords))
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "\\(//+\\|/\\*+\\)\\s *")
  (setq-local indent-line-function #'p-indent-line)
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 4)
  (setq-local fill-column 100)
  (setq-local compile-command (concat p-plait " check")))

(define-key p-mode-map (kbd "C-c C-f") #'p-format-buffer)
(define-key p-mode-map (kbd "C-c C-c") #'compile)

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.p\\'" . p-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs `(p-mode . (,p-plait "lsp"))))

(provide 'p-mode)
;;; p-mode.el ends here
