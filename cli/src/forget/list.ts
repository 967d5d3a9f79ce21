import { elsewhereLines, instant, type OpenHome, pathFields, searchesAnswer } from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { Forgetting } from "@unf/core/timeline";
import type { Call } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import { findProject } from "./choose.ts";
import type { forgetFlags } from "./flags.ts";

type ForgetCall = Call<typeof forgetFlags>;

const words: Readonly<Record<Forgetting["kind"], string>> = {
  path: "paths",
  content: "a content",
  before: "everything before an instant",
  project: "the whole history",
};

/** The orders of a project, and which of them keep something from being recorded. */
export async function listForgettings(
  call: ForgetCall,
  { wiring, reader }: OpenHome,
): Promise<Answer> {
  const entry = findProject(call, reader);
  const { timeline } = call.own(reader.open(entry));
  const orders = timeline.forgettings();
  // The search is one through the whole home.
  const searches = await wiring.readSearches(reader.home);
  return {
    kind: "document",
    schema: "unf.forget/1",
    document: () => ({
      ...pathFields("root", entry.root),
      forgettings: orders.map(orderJson),
      searches: searchesAnswer(searches),
    }),
    records: () => [
      ...orders.map((order) => ({ type: "forgetting", ...orderJson(order) })),
      ...searchesAnswer(searches).map((search) => ({ type: "search", ...search })),
    ],
    text: ({ paint }) => [
      ...orders.map((order) => {
        const what = order.pattern === null ? words[order.kind] : escapeForDisplay(order.pattern);
        const marks = [
          order.state === "pending" ? paint.warning("pending") : "",
          order.lasting ? "not recorded" : "",
        ].filter((mark) => mark !== "");
        return [instant(order.at), what, countOf(order.snapshots, "version"), ...marks].join("  ");
      }),
      ...[...elsewhereLines(searches)].map((line) => paint.warning(line)),
    ],
  };
}

/** Lets be recorded again what an earlier order forbids. */
export async function allowAgain(
  call: ForgetCall,
  { wiring, reader }: OpenHome,
  pattern: string,
): Promise<Answer> {
  const entry = findProject(call, reader);
  requireForbidden(reader.open(entry), pattern);
  if (!call.flags["dry-run"]) {
    await using writer = await wiring.openWriter(reader.home, "process");
    await writer.request("forget", {
      project: entry.id,
      what: "allow",
      patterns: [pattern],
      hash: null,
      before: null,
      lasting: false,
      plan: null,
    });
  }
  const isDryRun = call.flags["dry-run"];
  return {
    kind: "document",
    schema: "unf.forget/1",
    document: () => ({
      ...pathFields("root", entry.root),
      dry_run: isDryRun,
      allowed: pattern,
    }),
    text: () => [
      `${isDryRun ? "Would record" : "Recording"} ${escapeForDisplay(pattern)} again from now on`,
    ],
  };
}

function requireForbidden(project: ReturnType<OpenHome["reader"]["open"]>, pattern: string): void {
  using opened = project;
  const isThere = opened.timeline
    .forgettings()
    .some((order) => order.lasting && order.pattern === pattern);
  if (isThere) return;
  throw new UnfError("not_found", `no order to forget names ${escapeForDisplay(pattern)}`, {
    hint: "unf forget --list",
  });
}

function orderJson({ at, kind, pattern, lasting, state, snapshots }: Forgetting): JsonObject {
  return {
    at: instant(at),
    kind,
    pattern,
    versions: snapshots,
    state,
    lasting,
  };
}
