import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { AbsPath } from "@unf/core";
import type { Host } from "../base/host.ts";
import { createToolServer } from "../server.ts";

/** A command line that was carried out. */
export interface Line {
  readonly words: readonly string[];
  readonly said: readonly string[];
}

export interface FakeSetup {
  readonly projects?: readonly string[];
  readonly directory?: string;
  readonly mayRestore?: () => boolean;
  /** What the command answers: a document, or an error in the words of `unf.error/1`. */
  readonly reply?: (words: readonly string[]) => object;
  readonly stderr?: string;
}

export interface FakeTalk extends AsyncDisposable {
  readonly client: Client;
  readonly lines: readonly Line[];
  /** Calls a tool and reads the document in its fence. */
  readonly call: (name: string, args?: object) => Promise<Called>;
}

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  /** Of every shape; what JSON.parse gives. */
  readonly document: ReturnType<typeof JSON.parse>;
}

/** An official client that talks to the tools of a program made of values. */
export async function talk(setup: FakeSetup = {}): Promise<FakeTalk> {
  const lines: Line[] = [];
  const host: Host = {
    version: "1.2.3",
    directory: (setup.directory ?? "/proj/src") as AbsPath,
    projects: async () => (setup.projects ?? ["/proj"]) as AbsPath[],
    mayRestore: async () => setup.mayRestore?.() ?? true,
    run: async (words, said) => {
      lines.push({ words, said });
      const document = JSON.stringify(setup.reply?.(words) ?? {});
      const isError = document.includes("unf.error/1");
      const stderr = setup.stderr ?? "";
      return isError ? { stdout: "", stderr: `${document}\n` } : { stdout: document, stderr };
    },
    warn: () => undefined,
  };
  const { server } = createToolServer(host);
  const client = new Client({ name: "test", version: "0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return {
    client,
    lines,
    call: async (name, args = {}) =>
      readResult(await client.callTool({ name, arguments: { ...args } })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function readResult(result: object): Called {
  const { isError = false, content } = result as {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
  };
  const text = content[0]?.text ?? "";
  const [, mark, json = "null", end] = text.split("\n");
  if (mark === undefined || mark !== end) throw new Error(`no fence around ${text}`);
  return { isError, text, document: JSON.parse(json) };
}
