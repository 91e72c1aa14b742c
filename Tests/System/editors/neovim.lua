-- Neovim's own client, over the bridge. Settings come by the environment; what happens is printed.
local function say(text) io.stdout:write(text .. "\n") end
local function wait(what, holds)
  if not vim.wait(20000, holds, 20) then
    say("never: " .. what)
    vim.cmd("cquit 1")
  end
  say(what)
end

vim.cmd("edit " .. vim.env.TEST_FILE)
local client = vim.lsp.start_client({
  cmd = { vim.env.CONTRASTCTL, "lsp", "--socket=" .. vim.env.TEST_SOCKET }, root_dir = vim.env.TEST_ROOT })
vim.lsp.buf_attach_client(0, client)
wait("a diagnostic is shown", function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)[1]
say(("at %d:%d %s"):format(found.lnum + 1, found.col + 1, found.message:match("^[^\n]*")))
local lsp = found.user_data.lsp
local place = { start = { line = found.lnum, character = found.col }, ["end"] = { line = found.end_lnum, character = found.end_col } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", {
  textDocument = vim.lsp.util.make_text_document_params(), range = place, context = { diagnostics = {} } }, 20000)
local action = answers[client].result[1]
say("take " .. action.title)
vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
wait("it is cleared", function() return #vim.diagnostic.get(0, { severity = { min = vim.diagnostic.severity.WARN } }) == 0 end)
vim.cmd("write")
say("saved")
vim.lsp.stop_client(client)
vim.cmd("quit!")
