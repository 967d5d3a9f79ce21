import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Refused, type UiHost } from "./base/host.ts";
import { type UiLimits, uiLimits } from "./base/limits.ts";
import { cookieOf, judgeRequest } from "./gate/judge-request.ts";
import { Keys } from "./gate/keys.ts";
import { PageFiles } from "./http/page-files.ts";
import { respond, respondJson } from "./http/respond.ts";
import { route, type Site } from "./http/routes.ts";
import { Idle } from "./life/idle.ts";
import { Live } from "./live/live.ts";
import { Plans } from "./order/plans.ts";

/** How a server is set up. */
export interface UiOptions {
  /** 0: one that is free. */
  readonly port: number;
  /** The directory with the files of the page. */
  readonly page: string;
  readonly limits?: Partial<UiLimits>;
}

/** A server that listens. */
export interface UiServer {
  readonly port: number;
  /** An address that opens the page once. */
  drawAddress(): string;
  /** Resolves when no page has asked or listened for long. */
  readonly idle: Promise<void>;
  /** Ends it; what is under way is cut off. */
  close(): Promise<void>;
}

/** Listens on the loopback device of this machine. Throws the system's error where the port is taken. */
export async function serveUi(host: UiHost, options: UiOptions): Promise<UiServer> {
  const limits = { ...uiLimits, ...options.limits };
  const keys = new Keys(() => host.randomKey(), limits.openings);
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  });
  server.maxConnections = limits.connections;
  const port = await listen(server, options.port);
  const site = {
    host,
    files: new PageFiles(options.page),
    port,
    plans: new Plans(),
    live: new Live(host),
    bodyBytes: limits.bodyBytes,
  };
  const idle = new Idle(limits.idleMs, host.now());
  let ticker: Disposable | undefined;
  const idled = new Promise<void>((resolve) => {
    ticker = host.every(limits.idleLookMs, () => {
      if (idle.look(site.live.pages, host.now())) resolve();
    });
  });
  server.on("request", (request, response) => {
    void answer({ ...site, keys, idle }, request, response);
  });
  return {
    port,
    drawAddress: () => `http://127.0.0.1:${port}/?t=${keys.drawToken()}`,
    idle: idled,
    close: async () => {
      ticker?.[Symbol.dispose]();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port, exclusive: true }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

type Guarded = Site & { readonly keys: Keys; readonly idle: Idle };

async function answer(
  site: Guarded,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await admit(site, request, response);
  } catch (thrown) {
    if (!(thrown instanceof Refused)) site.host.warn(sayBug(thrown));
    const { status, code, message, hint } =
      thrown instanceof Refused
        ? thrown
        : new Refused(500, "failed", "unf failed here; see its output");
    // The rest of a body that is not read would be taken for the next request.
    if (request.method === "POST") response.setHeader("connection", "close");
    respondJson(response, status, { error: { code, message, hint } });
  }
}

async function admit(
  site: Guarded,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", url: target = "", headers } = request;
  const refusal = judgeRequest({ method, target, headers }, site.port);
  if (refusal !== undefined) throw new Refused(refusal.status, "refused", refusal.message);
  const { pathname: path, searchParams: params } = new URL(`http://127.0.0.1${target}`);
  const name = `unf_ui_${site.port}`;
  const isKnown = site.keys.isCookie(cookieOf(headers, name));
  const token = path === "/" && method === "GET" ? params.get("t") : null;
  const cookie = token === null ? undefined : site.keys.redeem(token);
  if (cookie !== undefined) {
    const set = `${name}=${cookie}; HttpOnly; SameSite=Strict; Path=/`;
    return respond(response, 303, "text/plain", "", { location: "/", "set-cookie": set });
  }
  if (!isKnown)
    throw new Refused(
      401,
      "refused",
      "this address was used already, or is of another run",
      "unf ui",
    );
  // Only whoever has the cookie keeps the server from ending.
  site.idle.see(site.host.now());
  // Reloaded where it was opened: the token leaves the address.
  if (token !== null) return respond(response, 303, "text/plain", "", { location: "/" });
  await route(site, { request, response, path, params });
}

function sayBug(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
