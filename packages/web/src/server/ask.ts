import { withExactPaths } from "./paths.ts";

/** A failure as the server tells it; `code` is one of unf's, or `offline` when nobody answered. */
export class Failure extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Asks a question; aborting the signal ends the work for it on the other side, too. */
export async function ask<T>(name: string, asked: object, signal?: AbortSignal): Promise<T> {
  const q = encodeURIComponent(JSON.stringify(asked));
  return read(() => fetch(`/api/ask/${name}?q=${q}`, signal === undefined ? {} : { signal }));
}

/** Sends an order, or asks for the plan of one: forms of other pages cannot send its header. */
export async function send<T>(path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json", "x-unf-ui": "1" };
  return read(() => fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** The server, as it describes itself. */
export interface Self {
  readonly version: string;
  readonly read_only: boolean;
  readonly reason?: string;
}

export function askSelf(): Promise<Self> {
  return read(() => fetch("/api/self"));
}

async function read<T>(request: () => Promise<Response>): Promise<T> {
  const reply = async () => {
    const response = await request();
    return { response, value: parse(await response.text()) };
  };
  const { response, value } = await reply().catch((thrown) => {
    if (isAbort(thrown)) throw thrown;
    throw new Failure("offline", "unf ui does not answer", "start it again: unf ui");
  });
  if (response.ok && value !== undefined) return value;
  const { code, message, hint } = value?.error ?? {};
  throw new Failure(code ?? "unexpected", message ?? `the answer was ${response.status}`, hint);
}

function parse(text: string) {
  try {
    const value = JSON.parse(text);
    return text.includes('_b64":') ? withExactPaths(value) : value;
  } catch {
    return undefined;
  }
}

export function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === "AbortError";
}
