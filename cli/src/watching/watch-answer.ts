import {
  commandLine,
  type ProjectEntry,
  pathFields,
  type ServiceReport,
  type WatchEstimate,
} from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { WatchReply } from "@unf/protocol";
import type { DocumentAnswer, JsonObject } from "../frame/print/answer.ts";
import { countOf, groupDigits } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import { estimateJson, sayEstimate } from "./estimate.ts";

/** A directory that another project records already. */
export interface PartOf {
  readonly root: AbsPath;
  readonly partOf: AbsPath;
}

export function isPart(one: object): one is PartOf {
  return "partOf" in one;
}

/** One directory, and what watching it would mean. */
export interface PlannedWatch {
  readonly root: AbsPath;
  /** The project whose history goes on here. */
  readonly from: ProjectEntry | undefined;
  /** `undefined` where nothing was counted. */
  readonly estimate: WatchEstimate | undefined;
}

/** What `unf watch` did, or would do. */
export function watchAnswer(
  replies: readonly (WatchReply | PlannedWatch | PartOf)[],
  said: {
    readonly isDryRun: boolean;
    readonly userHome: string | undefined;
    readonly service?: ServiceReport;
  },
): DocumentAnswer {
  const { isDryRun, service, userHome } = said;
  return {
    kind: "document",
    schema: "unf.watch/1",
    document: () => ({
      dry_run: isDryRun,
      projects: replies.map(replyJson),
      ...(service === undefined ? {} : { service: serviceJson(service) }),
    }),
    records: () => replies.map((reply) => ({ type: "project", ...replyJson(reply) })),
    text: function* (view) {
      for (const reply of replies) yield* renderReply(reply, userHome, view);
      if (view.terminal.isForPerson && service?.state === "enabled") {
        yield `${view.paint.good("Service".padStart(11))}  ${service.manager} enabled`;
      }
      if (view.terminal.isForPerson && !isDryRun) {
        yield view.paint.faint("Nothing is written into the project. See it: unf log");
      }
    },
  };
}

function serviceJson({ manager, state }: ServiceReport): JsonObject {
  return { manager: manager ?? null, enabled: state === "enabled" };
}

function replyJson(reply: WatchReply | PlannedWatch | PartOf): JsonObject {
  const root = pathFields("root", reply.root);
  if (isPart(reply)) return { ...root, ...pathFields("part_of", reply.partOf), already: true };
  const from = "id" in reply ? reply.relinked_from : reply.from?.root;
  const relinked = from === undefined ? {} : pathFields("relinked_from", from);
  if (!("id" in reply)) {
    const { estimate } = reply;
    return {
      ...root,
      ...relinked,
      ...(estimate === undefined ? {} : { estimate: estimateJson(estimate) }),
    };
  }
  return {
    id: `p-${reply.id}`,
    ...root,
    ...relinked,
    state: "watching",
    already: reply.already,
    backend: reply.backend,
    directories: reply.directories,
    files_recorded: reply.files_recorded,
    files_skipped: reply.files_skipped,
    bytes: reply.bytes,
  };
}

function* renderReply(
  reply: WatchReply | PlannedWatch | PartOf,
  userHome: string | undefined,
  view: View,
): Generator<string> {
  const isForPerson = view.terminal.isForPerson;
  const name = (path: string) => escapeForDisplay(isForPerson ? shortenHome(path, userHome) : path);
  const root = name(reply.root);
  const verb = (word: string) => view.paint.good(word.padStart(11));
  if (isPart(reply)) {
    const outer = name(reply.partOf);
    yield `${verb("Recorded")}  ${root}   (already, as part of ${outer}; --nested makes it a project of its own)`;
    return;
  }
  if (!("id" in reply)) {
    const from = reply.from === undefined ? "" : `, with the history of ${name(reply.from.root)}`;
    const { estimate } = reply;
    const size = estimate === undefined ? "" : `: ${sayEstimate(estimate)}`;
    yield `Would watch ${root}${from}${size}`;
    return;
  }
  if (reply.relinked_from !== undefined)
    yield `${verb("Relinked")}  ${root}   (was ${name(reply.relinked_from)}; its history goes on here)`;
  if (!reply.already) {
    const skipped = Object.values(reply.files_skipped).reduce((sum, count) => sum + count, 0);
    const total = groupDigits(reply.files_recorded + skipped);
    yield `${verb("Scanned")}  ${total} files: ${groupDigits(reply.files_recorded)} recorded, ${groupDigits(skipped)} skipped${reasonsText(reply)}`;
    const { binary = 0 } = reply.files_skipped;
    if (binary > 0)
      yield `${verb("Left out")}  ${countOf(binary, "binary file", "binary files")}; to record them: ${commandLine(["unf", "watch", "--binary", reply.root])}`;
  }
  const already = reply.already ? ", as before" : "";
  yield `${verb("Watching")}  ${root}   (${escapeForDisplay(reply.backend)}, ${countOf(reply.directories, "directory", "directories")}${already})`;
}

function reasonsText({ files_skipped }: WatchReply): string {
  const reasons = Object.entries(files_skipped).filter(([, count]) => count > 0);
  if (reasons.length === 0) return "";
  const parts = reasons
    .sort(([, a], [, b]) => b - a)
    .map(
      ([reason, count]) => `${groupDigits(count)} ${escapeForDisplay(reason).replaceAll("_", " ")}`,
    );
  return ` (${parts.join(", ")})`;
}
