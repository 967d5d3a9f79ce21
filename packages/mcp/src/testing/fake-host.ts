import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { AbsPath } from "@unf/core/base";
import type { HeldSession } from "@unf/core/sessions";
import type { AgentTerms, Answered, Host } from "../base/host.ts";
import { createToolServer } from "../server.ts";

/** A question that was asked. */
export interface Asked {
  readonly name: string;
  readonly root: string | undefined;
  readonly asked: Readonly<Record<string, unknown>>;
}

/** An order that was planned or, with its terms, carried out. */
export interface Ordered extends Asked {
  readonly terms?: AgentTerms;
}

export interface FakeSetup {
  readonly projects?: readonly string[];
  readonly directory?: string;
  readonly mayRestore?: () => boolean;
  readonly mayReachOthers?: () => boolean;
  /** Sessions of the agent itself. */
  readonly own?: readonly (string | HeldSession)[];
  /** The answer: a document, or an error in the words of `unf.error/1`. */
  readonly answer?: (asked: Asked) => object;
  /** The same of an order. */
  readonly reply?: (ordered: Ordered) => object;
  /** Said beside what is answered. */
  readonly warnings?: readonly string[];
}

export interface FakeTalk extends AsyncDisposable {
  readonly client: Client;
  readonly questions: readonly Asked[];
  readonly orders: readonly Ordered[];
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
  const orders: Ordered[] = [];
  const order = (ordered: Ordered) => {
    orders.push(ordered);
    return readAnswer(setup.reply?.(ordered) ?? {}, warnings);
  };
  const host: Host = {
    version: "1.2.3",
    directory: (setup.directory ?? "/proj/src") as AbsPath,
    projects: async () => (setup.projects ?? ["/proj"]) as AbsPath[],
    mayRestore: async () => setup.mayRestore?.() ?? true,
    mayReachOthers: async () => setup.mayReachOthers?.() ?? false,
    ownSessions: async () =>
      (setup.own ?? []).map((one) => (typeof one === "string" ? { id: one, until: null } : one)),
    answer: async (name, root, asked) => {
      const question: Asked = { name, root, asked: { ...asked } };
      questions.push(question);
      return readAnswer(setup.answer?.(question) ?? {}, warnings);
    },
    plan: async (name, root, asked) => order({ name, root, asked: { ...(asked as object) } }),
    carryOut: async (name, root, asked, terms) =>
      order({ name, root, asked: { ...(asked as object) }, terms }),
    warn: () => undefined,
  };
  const { server } = createToolServer(host);
  const client = new Client({ name: "test", version: "0" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return {
    client,
    questions,
    orders,
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
