import type { IncomingMessage, ServerResponse } from "node:http";
import { answerQuestion, parseProject } from "../ask/answer-question.ts";
import { Refused, type UiHost } from "../base/host.ts";
import type { Live } from "../live/live.ts";
import { applyPlan, planOrder } from "../order/carry-out.ts";
import type { Plans } from "../order/plans.ts";
import type { PageFiles } from "./page-files.ts";
import { parseObject, readBody, respond, respondJson } from "./respond.ts";

/** Facts and parts that requests are answered with. */
export interface Site {
  readonly host: UiHost;
  readonly files: PageFiles;
  readonly port: number;
  readonly plans: Plans;
  readonly live: Live;
  /** Of a request's body, at most. */
  readonly bodyBytes: number;
  /** Of pages that listen, at most. */
  readonly streams: number;
}

/** A request whose sender is known to be the page. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly params: URLSearchParams;
}

/** Answers it, or throws `Refused`. */
export async function route(site: Site, asked: Asked): Promise<void> {
  const { request, response, path } = asked;
  if (!path.startsWith("/api/")) return sendFile(site, asked);
  if (request.method === "POST") return order(site, asked);
  if (request.method !== "GET") throw new Refused(405, "usage", "there is no such method here");
  if (path === "/api/self") return respondJson(response, 200, await describeSelf(site));
  if (path === "/api/live") return listen(site, asked);
  const name = /^\/api\/ask\/([a-z_-]{1,40})$/.exec(path)?.[1];
  if (name === undefined) throw new Refused(404, "not_found", "there is nothing here");
  await ask(site, asked, name);
}

function listen({ live, streams }: Site, { request, response, params }: Asked): void {
  // Streams without end would leave no connection for a question.
  if (live.pages >= streams) throw new Refused(503, "failed", "too many pages are open");
  const project = parseProject(params.get("project") ?? undefined);
  const { "last-event-id": heard } = request.headers;
  live.open(response, project, heard === undefined ? undefined : String(heard));
}

async function ask({ host }: Site, { response, params }: Asked, name: string): Promise<void> {
  // A page that has asked something else meanwhile has let go of this question, which is seen here.
  await new Promise((resolve) => setImmediate(resolve));
  if (response.destroyed) return;
  const given = parseObject(params.get("q") ?? "{}", "q");
  const abandoned = new AbortController();
  response.on("close", () => abandoned.abort());
  respondJson(response, 200, await answerQuestion(host, name, given, abandoned.signal));
}

async function order(site: Site, { request, response, path }: Asked): Promise<void> {
  const name = /^\/api\/plan\/([a-z-]{1,40})$/.exec(path)?.[1];
  if (name === undefined && path !== "/api/apply")
    throw new Refused(404, "not_found", "there is nothing here");
  const body = await readBody(request, site.bodyBytes);
  const value = name === undefined ? applyPlan(site, body) : planOrder(site, name, body);
  respondJson(response, 200, await value);
}

async function describeSelf({ host, port }: Site): Promise<object> {
  const answered = await host.answer("projects", undefined, { isAll: false });
  const projects = answered.kind === "answered" ? answered.value.projects.length : 0;
  const reason = await host.whyReadOnly();
  const facts = { version: host.version, read_only: reason !== undefined, port, projects };
  return reason === undefined ? facts : { ...facts, reason };
}

async function sendFile({ files }: Site, { request, response, path }: Asked): Promise<void> {
  if (request.method === "POST") throw new Refused(405, "usage", "there is no such method here");
  const file = await files.read(path);
  if (file === undefined) throw new Refused(404, "not_found", "there is nothing here");
  respond(response, 200, file.type, request.method === "HEAD" ? "" : file.bytes);
}
