import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const built = join(import.meta.dirname, "../../cli/dist/ui");
const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

export type Answer = (asked: Record<string, unknown>) => unknown;

/** A refusal, as the server tells one. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, code: string, message: string, hint?: string) {
    super(message);
    this.status = status;
    this.body = { error: { code, message, hint } };
  }
}

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  /** Questions and orders in the order in which they came: their name and what was asked. */
  readonly heard: { readonly name: string; readonly asked: Record<string, unknown> }[];
  /** Answers by name of the question, or by path of the order. */
  readonly answers: Record<string, Answer>;
  /** Pages that listen for what is new. */
  readonly listening: number;
  /** Tells every open page. */
  tell(event: string, data: object): void;
}

/**
 * Hands out the built page under the real policy, with answers that a test decides. Its worker, which reads a
 * grammar anew for each page, takes two fifths of what a page costs: it is handed out where colours matter.
 */
export async function startScripted(
  answers: Record<string, Answer>,
  { isColoured = false } = {},
): Promise<ScriptedServer> {
  const heard: ScriptedServer["heard"] = [];
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/api/live") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
    } else if (url.pathname.startsWith("/api/")) {
      void reply(request, url, response);
    } else if (!isColoured && url.pathname.startsWith("/assets/worker-")) {
      response.writeHead(404).end();
    } else void hand(url.pathname, response);
  });

  async function reply(request: IncomingMessage, url: URL, response: ServerResponse) {
    const name = url.pathname.replace(/^\/api\/(ask\/)?/, "");
    try {
      const chunks = await request.toArray();
      const text =
        request.method === "POST" ? Buffer.concat(chunks).toString() : url.searchParams.get("q");
      const asked = JSON.parse(text ?? "{}");
      heard.push({ name, asked });
      const answer = answers[name];
      if (answer === undefined) throw new Refusal(404, "not_found", `nobody asks for ${name}`);
      const body = JSON.stringify(await answer(asked));
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    } catch (thrown) {
      const { status, body } =
        thrown instanceof Refusal ? thrown : new Refusal(500, "bug", String(thrown));
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    heard,
    answers,
    get listening() {
      return listeners.size;
    },
    tell: (event, data) => {
      for (const one of listeners) one.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function hand(path: string, response: ServerResponse): Promise<void> {
  const file = path === "/" ? "index.html" : normalize(path).replace(/^[/\\]+/, "");
  const content = await readFile(join(built, file)).catch(() => undefined);
  response
    .writeHead(content === undefined ? 404 : 200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-security-policy": "default-src 'self'",
    })
    .end(content);
}
