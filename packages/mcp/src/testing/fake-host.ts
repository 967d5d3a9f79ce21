import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { AbsPath } from "@unf/core/base";
import type { Answered, Host } from "../base/host.ts";
import { createToolServer } from "../server.ts";

/** A question that was asked. */
export interface Asked {
  readonly name: string;
  readonly root: string | undefined;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** A command line that was carried out. */
export interface Line {
  readonly words: readonly string[];
  readonly said: readonly string[];
}

export interface FakeSetup {
  readonly projects?: readonly string[];
  readonly directory?: string;
  readonly mayRestore?: () => boolean;
  /** The command's answer: a document, or an error in the words of `unf.error/1`. */
  readonly reply?: (words: readonly string[]) => object;
  /** The same of a question. */
  readonly answer?: (asked: Asked) => object;
  /** Said beside what is answered. */
  readonly warnings?: readonly string[];
}

export interface FakeTalk extends AsyncDisposable {
  readonly client: Client;
  readonly questions: readonly Asked[];
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
  const { warnings = [] } = setup;
  const questions: Asked[] = [];
  const lines: Line[] = [];
  const host: Host = {
    version: "1.2.3",
    directory: (setup.directory ?? "/proj/src") as AbsPath,
    projects: async () => (setup.projects ?? ["/proj"]) as AbsPath[],
    mayRestore: async () => setup.mayRestore?.() ?? true,
    answer: async (name, root, asked) => {
      const question: Asked = { name, root, asked: { ...asked } };
      questions.push(question);
      return readAnswer(setup.answer?.(question) ?? {}, warnings);
    },
    run: async (words, said) => {
      lines.push({ words, said });
      const document = JSON.stringify(setup.reply?.(words) ?? {});
      const isError = document.includes("unf.error/1");
      return isError
        ? { stdout: "", stderr: `${document}\n` }
        : { stdout: document, stderr: warnings.map((one) => `unf: warning: ${one}\n`).join("") };
    },
    warn: () => undefined,
  };
  const { server } = createToolServer(host);
  const client = new Client({ name: "test", version: "0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return {
    client,
    questions,
    lines,
    call: async (name, args = {}) =>
      readResult(await client.callTool({ name, arguments: { ...args } })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Of every shape: a test says of a document only what matters. */
// biome-ignore lint/suspicious/noExplicitAny: it stands for the answer to any question
function readAnswer(document: object, warnings: readonly string[]): Answered<any> {
  const error = document as Partial<Extract<Answered<unknown>, { kind: "failed" }>>;
  const { code, message = "", hint } = error;
  return code === undefined
    ? { kind: "answered", value: document, warnings }
    : { kind: "failed", code, message, hint };
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
