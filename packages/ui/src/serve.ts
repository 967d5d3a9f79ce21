import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Refused, type UiHost } from "./base/host.ts";
import { type UiLimits, uiLimits } from "./base/limits.ts";
import { cookieOf, judgeRequest } from "./gate/judge-request.ts";
import { Keys } from "./gate/keys.ts";
import { type ListedFiles, PageFiles } from "./http/page-files.ts";
import { refusalPage } from "./http/refusal-page.ts";
import { respond, respondJson } from "./http/respond.ts";
import { route, type Site } from "./http/routes.ts";
import { answerJoin } from "./join/answer-join.ts";
import { Idle } from "./life/idle.ts";
import { Rest } from "./life/rest.ts";
import { Live } from "./live/live.ts";
import { Plans } from "./order/plans.ts";

/** How a server is set up. */
export interface UiOptions {
  /** 0: one that is free. */
  readonly port: number;
  /** The directory with the files of the page, or a list of them. */
  readonly page: string | ListedFiles;
  readonly limits?: Partial<UiLimits>;
}

/** A server that listens. */
export interface UiServer {
  readonly port: number;
  /** Known to `askRunning` of another run, which gets addresses by it. */
  readonly key: string;
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
    ...{ bodyBytes: limits.bodyBytes, streams: limits.streams },
  };
  const key = host.randomKey();
  const drawAddress = () => `http://127.0.0.1:${port}/?t=${keys.drawToken()}`;
  const idle = new Idle(limits.idleMs, host.now());
  const rest = new Rest();
  const resting = host.every(limits.restLookMs, () => {
    if (rest.look()) void host.giveBackMemory();
  });
  let ticker: Disposable | undefined;
  const idled = new Promise<void>((resolve) => {
    ticker = host.every(limits.idleLookMs, () => {
      if (idle.look(site.live.pages, host.now())) resolve();
    });
  });
  server.on("request", (request, response) => {
    rest.see();
    response.once("close", () => rest.see());
    void answer({ ...site, ...{ keys, idle, key, drawAddress } }, request, response);
  });
  return {
    ...{ port, key, drawAddress },
    idle: idled,
    close: async () => {
      ticker?.[Symbol.dispose]();
      resting[Symbol.dispose]();
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

type Guarded = Site &
  Pick<UiServer, "drawAddress" | "key"> & { readonly keys: Keys; readonly idle: Idle };

async function answer(
  site: Guarded,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await admit(site, request, response);
  } catch (thrown) {
    if (!(thrown instanceof Refused)) site.host.warn(sayBug(thrown));
    const refused =
      thrown instanceof Refused
        ? thrown
        : new Refused(500, "failed", "unf failed here; see its output");
    // The rest of a body that is not read would be taken for the next request.
    if (request.method === "POST") response.setHeader("connection", "close");
    refuse(request, response, refused);
  }
}

/** Tells a program in its words, and whoever has typed an address in a page. */
function refuse(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  const { status, code, message, hint } = refused;
  const { method, url, headers } = request;
  if (
    method === "GET" &&
    url?.startsWith("/api/") !== true &&
    headers.accept?.includes("text/html")
  )
    respond(response, status, "text/html; charset=utf-8", refusalPage(refused));
  else respondJson(response, status, { error: { code, message, hint } });
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
  if (token !== null && !isKnown) await requireOwnUser(site, request);
  if (path === "/join" && method === "POST")
    return respondJson(response, 200, await join(site, request));
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

/** Throws `Refused`. Another user may have read the address where it was on its way to the browser. */
async function requireOwnUser({ host, port }: Site, { socket }: IncomingMessage): Promise<void> {
  const ports = { server: port, client: socket.remotePort ?? 0 };
  if (!(await host.isOfAnotherUser(ports))) return;
  throw new Refused(403, "refused", "this page belongs to another user of this machine");
}

/** Throws `Refused`, also where an agent has started this server. */
async function join(site: Guarded, request: IncomingMessage): Promise<object> {
  if ((await site.host.whyReadOnly()) !== undefined)
    throw new Refused(403, "refused", "an agent has started this server");
  const answer = await answerJoin(request, site.key, site.drawAddress);
  site.idle.see(site.host.now());
  return answer;
}

function sayBug(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
