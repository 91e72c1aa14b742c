" ALE over the bridge. Its menu of code actions needs a person: the better value is typed.
set nocompatible hidden runtimepath^=/usr/share/vim-ale
let g:ale_linters_explicit = 1
let g:ale_linters = {'json': ['contrastd']}
filetype plugin on
runtime plugin/ale.vim
func Say(text)
  call writefile([a:text], $TEST_OUTPUT, 'a')
endfunc
func Wait(what, holds)
  for _ in range(400)
    if a:holds() | call Say(a:what) | return | endif
    sleep 50m
  endfor
  call Say('never: ' . a:what)
  cquit 1
endfunc
func Serious()
  return filter(copy(get(get(g:ale_buffer_info, bufnr(''), {}), 'loclist', [])), 'v:val.type =~# "[EW]" && get(v:val, "sub_type", "") !=# "info"')
endfunc
call ale#linter#Define('json', #{name: 'contrastd', lsp: 'stdio', executable: $CONTRASTCTL,
      \ command: '%e lsp --socket=' . $TEST_SOCKET, project_root: {buffer -> $TEST_ROOT}})
exe 'edit' $TEST_FILE
set filetype=json
call ale#Queue(0)
call Wait('a diagnostic is shown', {-> !empty(Serious())})
let s:found = Serious()[0]
call Say(printf('at %d:%d %s', s:found.lnum, s:found.col, split(s:found.text, "\n")[0]))
exe $TEST_MEND
call ale#Queue(0)
call Wait('it is cleared', {-> empty(Serious())})
write
call Say('saved')
quitall!
