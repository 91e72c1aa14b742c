;; Emacs with eglot: over the bridge, or with TEST_DIAL over the daemon's socket.  -*- lexical-binding: t; -*-
(dolist (directory (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*")) (push directory load-path))
(require 'eglot)
(defun say (text &rest values) (princ (concat (apply #'format text values) "\n")))
(defun wait-for (what holds)
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall holds)) (< (float-time) end)) (accept-process-output nil 0.05))
    (unless (funcall holds) (say "never: %s" what) (kill-emacs 1))
    (say "%s" what)))
(defun serious ()
  (seq-filter (lambda (d) (memq (flymake-diagnostic-type d) '(eglot-error eglot-warning))) (flymake-diagnostics)))
(setq eglot-sync-connect 10 make-backup-files nil create-lockfiles nil)
(let ((socket (getenv "TEST_SOCKET")))
  (setq eglot-server-programs
        (list (cons 'js-mode
                    (if (getenv "TEST_DIAL")
                        (lambda (&rest _)
                          (list 'eglot-lsp-server :process
                                (lambda () (make-network-process
                                            :name "contrastd" :family 'local :service socket
                                            :coding 'utf-8-emacs-unix :noquery t))))
                      (list (getenv "CONTRASTCTL") "lsp" (concat "--socket=" socket)))))))
(find-file (getenv "TEST_FILE"))
(js-mode)
(apply #'eglot--connect (eglot--guess-contact))
(flymake-mode 1)
(flymake-start)
(wait-for "a diagnostic is shown" #'serious)
(let ((found (car (serious))))
  (goto-char (flymake-diagnostic-beg found))
  (say "at %d:%d %s" (line-number-at-pos) (1+ (current-column))
       (car (split-string (flymake-diagnostic-text found) "\n")))
  (let* ((answer (jsonrpc-request
                  (eglot--current-server-or-lose) :textDocument/codeAction
                  (list :textDocument (eglot--TextDocumentIdentifier)
                        :range (list :start (eglot--pos-to-lsp-position (flymake-diagnostic-beg found))
                                     :end (eglot--pos-to-lsp-position (flymake-diagnostic-end found)))
                        :context (list :diagnostics []))))
         (action (aref answer 0)))
    (say "take %s" (plist-get action :title))
    (eglot--apply-workspace-edit (plist-get action :edit))))
;; A timer would send it, which never runs in a batch.
(eglot--signal-textDocument/didChange)
(flymake-start)
(wait-for "it is cleared" (lambda () (not (serious))))
(save-buffer)
(say "saved")
(eglot-shutdown (eglot--current-server-or-lose))
