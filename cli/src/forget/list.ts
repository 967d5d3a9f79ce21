import {
  allowAgain,
  dismissSearches,
  elsewhereLines,
  forgettingsAnswer,
  instant,
  type OpenHome,
  readForgettings,
  searchAgain,
  searchedAnswer,
} from "@unf/answers";
import { UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { Forgetting } from "@unf/core/timeline";
import type { Call } from "../frame/call/command.ts";
import { reading } from "../frame/call/wait-words.ts";
import { whileWaiting } from "../frame/call/waiting.ts";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { forgetFlags } from "./flags.ts";
import { exitOf, searchLines } from "./report.ts";

type ForgetCall = Call<typeof forgetFlags>;

const words: Readonly<Record<Forgetting["kind"], string>> = {
  path: "paths",
  content: "a content",
  before: "everything before an instant",
  project: "the whole history",
};

/** The orders of a project, and which of them keep something from being recorded. */
export async function listForgettings(call: ForgetCall, home: OpenHome): Promise<Answer> {
  const found = await readForgettings(call.asker, home);
  const answer = forgettingsAnswer(found);
  return {
    kind: "document",
    schema: "unf.forget/1",
    document: () => answer,
    records: () => [
      ...answer.forgettings.map((order) => ({ type: "forgetting", ...order })),
      ...answer.searches.map((search) => ({ type: "search", ...search })),
    ],
    text: ({ paint }) => [
      ...found.orders.map((order) => {
        const what = order.pattern === null ? words[order.kind] : escapeForDisplay(order.pattern);
        const marks = [
          order.state === "pending" ? paint.warning("pending") : "",
          order.lasting ? "not recorded" : "",
        ].filter((mark) => mark !== "");
        return [instant(order.at), what, countOf(order.snapshots, "version"), ...marks].join("  ");
      }),
      ...[...elsewhereLines(found.searches)].map((line) => paint.warning(line)),
    ],
  };
}

/** Lets be recorded again what an earlier order forbids. */
export async function allowed(call: ForgetCall, home: OpenHome, pattern: string): Promise<Answer> {
  const isDryRun = call.flags["dry-run"];
  const answer = await allowAgain(call.asker, home, { pattern, isDryRun });
  return {
    kind: "document",
    schema: "unf.forget/1",
    document: () => answer,
    text: () => [
      `${isDryRun ? "Would record" : "Recording"} ${escapeForDisplay(pattern)} again from now on`,
    ],
  };
}

const searching = reading("Searching", "files", "what was forgotten: unf forget --list");

/** Looks again for what an earlier search found, or tells no more of it. */
export async function searchedAgain(call: ForgetCall, home: OpenHome): Promise<Answer> {
  const { search, dismiss, "dry-run": isDryRun } = call.flags;
  if (search && dismiss) throw new UnfError("usage", "--search and --dismiss exclude each other");
  if (isDryRun || call.args.length > 0) {
    throw new UnfError("usage", "--search and --dismiss go with no paths and with no --dry-run");
  }
  const shown = { kind: "document", schema: "unf.forget/1" } as const;
  if (dismiss) {
    const answer = await whileWaiting(call, searching, (onProgress) =>
      dismissSearches(home, onProgress),
    );
    const { dismissed } = answer;
    return {
      ...shown,
      document: () => answer,
      text: () => [`Dismissed ${countOf(dismissed, "search", "searches")}`],
    };
  }
  const reply = await whileWaiting(call, searching, (onProgress) => searchAgain(home, onProgress));
  return {
    ...shown,
    document: () => searchedAnswer(reply),
    text: (view) => searchLines(reply, view),
    exit: exitOf(reply),
  };
}
