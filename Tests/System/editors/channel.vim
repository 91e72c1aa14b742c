" Vim 9 by its own channel in the mode of the protocol, on the daemon's socket.
let s:told = []
func Say(text)
  call writefile([a:text], $TEST_OUTPUT, 'a')
endfunc
func Heard(channel, message)
  if get(a:message, 'method', '') ==# 'textDocument/publishDiagnostics' | call add(s:told, a:message.params) | endif
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
  return empty(s:told) ? [] : filter(copy(s:told[-1].diagnostics), 'v:val.severity < 3')
endfunc
func Text()
  return join(getline(1, '$'), "\n") . "\n"
endfunc
exe 'edit' $TEST_FILE
let s:uri = 'file://' . $TEST_FILE
let s:channel = ch_open('unix:' . $TEST_SOCKET, #{mode: 'lsp', callback: 'Heard'})
let s:answer = ch_evalexpr(s:channel, #{method: 'initialize', params: #{processId: getpid(), rootUri: v:null, capabilities:
      \ #{textDocument: #{codeAction: #{codeActionLiteralSupport: #{codeActionKind: #{valueSet: []}}}}}}})
call Say('initialized: ' . s:answer.result.serverInfo.name)
call ch_sendexpr(s:channel, #{method: 'initialized', params: {}})
call ch_sendexpr(s:channel, #{method: 'textDocument/didOpen', params: #{textDocument:
      \ #{uri: s:uri, languageId: 'json', version: 1, text: Text()}}})
call Wait('a diagnostic is shown', {-> !empty(Serious())})
let s:found = Serious()[0]
call Say(printf('at %d:%d %s', s:found.range.start.line + 1, s:found.range.start.character + 1, split(s:found.message, "\n")[0]))
let s:answer = ch_evalexpr(s:channel, #{method: 'textDocument/codeAction', params: #{textDocument: #{uri: s:uri},
      \ range: s:found.range, context: #{diagnostics: [s:found]}}})
let s:action = s:answer.result[0]
call Say('take ' . s:action.title)
for s:edit in reverse(s:action.edit.changes[s:uri])
  let s:line = getline(s:edit.range.start.line + 1)
  call setline(s:edit.range.start.line + 1, strpart(s:line, 0, s:edit.range.start.character) . s:edit.newText
        \ . strpart(s:line, s:edit.range.end.character))
endfor
call ch_sendexpr(s:channel, #{method: 'textDocument/didChange', params: #{textDocument: #{uri: s:uri, version: 2},
      \ contentChanges: [#{text: Text()}]}})
call Wait('it is cleared', {-> s:told[-1].version == 2 && empty(Serious())})
write
call Say('saved')
call ch_close(s:channel)
quitall!
