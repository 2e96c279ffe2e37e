-- tests/lsp/nvim.lua: the language server in Neovim, started by tests/lsp/nvim.
--
-- Neovim's own client sends the messages: what it makes of the answers in its buffers is
-- compared. Works with Neovim 0.7 and later.

local passed, failed = 0, 0
local plait, folder = vim.env.PLAIT, vim.env.FOLDER

local function test(name, run)
  local ok, reason = pcall(run)
  if ok then
    passed = passed + 1
  else
    failed = failed + 1
    print('FAILED: ' .. name .. ': ' .. tostring(reason) .. '\n')
  end
end

local function equal(got, wanted)
  if not vim.deep_equal(got, wanted) then
    error('got ' .. vim.inspect(got) .. ', wanted ' .. vim.inspect(wanted), 2)
  end
end

local function eventually(condition)
  if not vim.wait(120000, condition, 10) then error('waited in vain', 2) end
end

local buffer

local function open(path)
  vim.cmd('edit ' .. folder .. '/' .. path)
  buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = 'plait', cmd = { plait, 'lsp' }, root_dir = folder })
  vim.lsp.buf_attach_client(buffer, client)
  eventually(function() return vim.lsp.buf_get_clients(buffer)[client] ~= nil end)
end

local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end

-- Puts the cursor on the first place of a text.
local function go(pattern, add)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  assert(vim.fn.search('\\V' .. pattern, 'cW') > 0, 'no ' .. pattern)
  local at = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, { at[1], at[2] + (add or 0) })
end

local function ask(method, more)
  local params = vim.lsp.util.make_position_params(0, 'utf-16')
  for key, value in pairs(more or {}) do params[key] = value end
  local answers = assert(vim.lsp.buf_request_sync(buffer, method, params, 120000))
  for _, answer in pairs(answers) do
    assert(not answer.error, vim.inspect(answer.error))
    return answer.result
  end
end

local function errors()
  return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
end

open('PSrc/server.p')

test('diagnostics appear and go', function()
  go('goto Busy', 5)
  vim.cmd('normal! ciwBussy')
  eventually(function() return #errors() == 1 end)
  equal(errors()[1].message, 'there is no state `Bussy`\ndid you mean `Busy`?')
  equal(errors()[1].code, 'E0204')
end)

test('a code action corrects', function()
  go('Bussy', 0)
  local actions = ask('textDocument/codeAction', {
    range = vim.lsp.util.make_range_params(0, 'utf-16').range, context = { diagnostics = {} } })
  equal(#actions, 1)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  assert(vim.fn.search('goto Busy;') > 0)
  eventually(function() return #errors() == 0 end)
end)

test('hover', function()
  go('Twice(seen', 1)
  equal(ask('textDocument/hover').contents.value,
    '```p\nfun Twice(n: int): int  // of Server\n```\n\nTwo times n.\n')
end)

test('definition jumps', function()
  go('goto Busy', 5)
  local found = ask('textDocument/definition')
  vim.lsp.util.jump_to_location(found, 'utf-16')
  equal(vim.api.nvim_get_current_line(), '    state Busy {')
end)

test('type definition', function()
  go('last = request', 0)
  equal(ask('textDocument/typeDefinition').range.start.line, 1)
end)

test('references and highlights', function()
  go('eAnswer', 0)
  local found = ask('textDocument/references', { context = { includeDeclaration = true } })
  equal(#vim.lsp.util.locations_to_items(found, 'utf-16'), 5)
  equal(#ask('textDocument/documentHighlight'), 2)
end)

test('completion', function()
  go('goto Busy', 5)
  local items = vim.lsp.util.text_document_completion_list_to_complete_items(
    ask('textDocument/completion'), 'B')
  equal(items[1].word, 'Busy')
  equal(#items, 1)
end)

test('signature help', function()
  go('Twice(seen', 6)
  local help = ask('textDocument/signatureHelp')
  equal(help.signatures[1].label, 'Twice(n: int)')
  assert(vim.lsp.util.convert_signature_help_to_markdown_lines(help))
end)

test('symbols', function()
  local symbols = vim.lsp.util.symbols_to_items(ask('textDocument/documentSymbol'), buffer)
  assert(#symbols >= 12, #symbols)
  equal(#ask('workspace/symbol', { query = 'tcClient' }), 1)
  assert(#ask('textDocument/foldingRange') > 0)
end)

test('semantic tokens', function()
  local data = ask('textDocument/semanticTokens/full').data
  equal(#data % 5, 0)
  assert(#data > 200)
end)

test('rename changes both files', function()
  go('eAnswer', 0)
  assert(ask('textDocument/prepareRename'))
  local edit = ask('textDocument/rename', { newName = 'eReply' })
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  assert(vim.fn.search('event eReply: int;', 'cw') > 0)
  local other = vim.uri_to_bufnr('file://' .. folder .. '/PSrc/client.p')
  local text = table.concat(vim.api.nvim_buf_get_lines(other, 0, -1, false), '\n')
  assert(text:find('on eReply do') and not text:find('eAnswer'))
end)

test('formatting', function()
  go('goto Busy', 0)
  vim.cmd('normal! I      ')
  vim.cmd('normal! ofoo  =  1;')
  local edits = ask('textDocument/formatting', { options = { tabSize = 4, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, buffer, 'utf-16')
  assert(vim.fn.search('^            goto Busy;$', 'cw') > 0, table.concat(lines(), '\n'))
  assert(vim.fn.search('^            foo = 1;$', 'cw') > 0)
end)

test('many edits stay in step', function()
  vim.cmd('undo 0')
  for i = 1, 40 do
    go('seen = seen', 0)
    vim.cmd('normal! Oseen = ' .. i .. '; // \u{1f600} é ')
    if i % 3 == 0 then vim.cmd('normal! dd') end
    if i % 7 == 0 then vim.cmd('silent! undo') end
  end
  vim.cmd('normal! Goevent eLast: tNowhere;')
  eventually(function() return #errors() == 1 and errors()[1].code == 'E0207' end)
  -- At the right place, so both sides have the same text.
  equal(errors()[1].lnum, vim.api.nvim_buf_line_count(buffer) - 1)
end)

test('a lens checks a test', function()
  vim.cmd('edit! ' .. folder .. '/PSrc/client.p')
  local client = vim.lsp.get_active_clients()[1]
  buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client.id)
  local lenses = ask('textDocument/codeLens')
  equal(lenses[1].command.title, 'check this test')
  local result = ask('workspace/executeCommand',
    { command = lenses[1].command.command, arguments = lenses[1].command.arguments })
  equal({ result.test, result.verdict, result.message }, { 'tcClient', 'bug', 'BUG: not three' })
  equal(ask('textDocument/codeLens')[2].command.title, 'BUG: not three')
end)

-- Neovim 0.8 and later show a document; before, the server can only say where it is.
test('the trace of a bug is shown', function()
  local shown
  for _, method in ipairs({ 'window/showDocument', 'window/showMessage' }) do
    vim.lsp.handlers[method] = function(_, params)
      shown = params.uri or params.message
      return { success = true }
    end
  end
  local lens = ask('textDocument/codeLens')[2]
  ask('workspace/executeCommand', { command = lens.command.command, arguments = lens.command.arguments })
  eventually(function() return shown end)
  assert(shown:find(folder .. '/plait-out/tcClient-assertion.html', 1, true), shown)
end)

test('a file is saved and closed', function()
  vim.cmd('silent write!')
  vim.cmd('bdelete!')
end)

test('the session ends well', function()
  local client = vim.lsp.get_active_clients()[1]
  client.stop()
  eventually(function() return client.is_stopped() end)
end)

print(passed .. ' passed, ' .. failed .. ' failed\n')
vim.cmd(failed > 0 and 'cquit!' or 'quitall!')
