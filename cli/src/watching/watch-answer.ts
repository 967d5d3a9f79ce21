import {
  commandLine,
  isPart,
  type PartOf,
  type PlannedWatch,
  type ServiceReport,
  watchAnswer,
} from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import type { WatchReply } from "@unf/protocol";
import type { DocumentAnswer } from "../frame/print/answer.ts";
import { countOf, groupDigits } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import type { EndSignal } from "../frame/world/world.ts";
import { sayEstimate } from "./estimate.ts";

/** Report of what `unf watch` did, or would do. */
export function watchedDocument(
  replies: readonly (WatchReply | PlannedWatch | PartOf)[],
  said: {
    readonly isDryRun: boolean;
    readonly userHome: string | undefined;
    readonly service?: ServiceReport;
    /** How recording in the foreground was ended. */
    readonly endedBy?: EndSignal | "stop";
  },
): DocumentAnswer {
  const { isDryRun, service, userHome } = said;
  const answer = watchAnswer(replies, said);
  return {
    kind: "document",
    schema: "unf.watch/1",
    document: () => answer,
    records: () => answer.projects.map((row) => ({ type: "project", ...row })),
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
    const total = countOf(reply.files_recorded + skipped, "file");
    yield `${verb("Scanned")}  ${total}: ${groupDigits(reply.files_recorded)} recorded, ${groupDigits(skipped)} skipped${reasonsText(reply)}`;
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
