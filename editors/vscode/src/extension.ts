// editors/vscode/src/extension.ts: starts `plait lsp`, and opens trace pages in the browser.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

function newClient(): LanguageClient {
  const command = vscode.workspace.getConfiguration("plait").get<string>("command") ?? "plait";
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "p" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{p,pproj}") },
  };
  return new LanguageClient("plait", "Plait", server, options);
}

async function start(): Promise<void> {
  client = newClient();
  try {
    await client.start();
  } catch (error) {
    void vscode.window.showErrorMessage(
      `The language server did not start. Set "plait.command" to the path of plait. (${error})`);
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("plait.restart", async () => {
      await client?.stop();
      await start();
    }));
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
