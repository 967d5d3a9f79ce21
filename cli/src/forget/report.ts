import {
  type ForgetChoice,
  forgetPlanAnswer,
  forgottenAnswer,
  isForgotten,
  lastingPatterns,
  type PlannedForget,
  type Surveyed,
} from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { ForgetReply } from "@unf/protocol";
import type { Answer } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** Paths shown of each project; all are in JSON. */
const pathsShown = 20;

/** The last name of the project's root: what a person types to confirm that all of it goes. */
export function nameOf({ projects }: ForgetChoice): string {
  return projects[0]?.root.split("/").pop() ?? "";
}

/** Lines on the versions about to be deleted, and on what comes of that. */
export function* previewLines(
  planned: PlannedForget,
  userHome: string | undefined,
  view: View,
): Generator<string> {
  const { survey } = planned;
  const { paint, signs } = view;
  for (const one of survey.projects) {
    const { project, plan } = one;
    const root = escapeForDisplay(shortenHome(project.root, userHome));
    const all = `${countOf(plan.versions, "version")} of ${countOf(plan.paths.length, "path")}`;
    yield `${paint.heading(`Forget ${all} in ${root}`)}   ${paint.faint(survey.plan)}`;
    for (const { path, versions } of plan.paths.slice(0, pathsShown)) {
      yield `  ${escapeForDisplay(path)}  ${paint.faint(countOf(versions, "version"))}`;
    }
    const more = plan.paths.length - pathsShown;
    if (more > 0) yield paint.faint(`  ${signs.ellipsis} and ${countOf(more, "more path")}`);
    if (plan.operations.length > 0) {
      const names = plan.operations.map((id) => `op-${id}`).join(", ");
      yield paint.warning(`  cannot be undone any more: ${names}`);
    }
    yield* textLines(one, view);
  }
  yield `  ${countOf(survey.hashes.length, "content")} (${renderBytes(survey.bytes)}) deleted at once, not through the trash`;
  if (survey.files.length > 0) {
    const files = shortList(survey.files.map(escapeForDisplay), view);
    yield `  deleted in unf's home, too: ${files}`;
  }
  for (const failure of survey.failures) {
    yield paint.warning(`  what else would be changed cannot be read (${failure})`);
  }
  for (const { hash, path, root } of survey.shared.slice(0, pathsShown)) {
    const short = hash.slice(0, 12);
    const where = root === undefined ? path : `${root}/${path}`;
    yield paint.warning(
      `  b3:${short} stays: ${escapeForDisplay(where)} has it, too (--hash ${hash})`,
    );
  }
  for (const pattern of lastingPatterns(planned)) {
    yield `  not recorded from now on: ${escapeForDisplay(pattern)}`;
  }
}

/** Lines on texts that are changed beside rows and contents. */
function* textLines({ texts, checkpoints }: Surveyed, view: View): Generator<string> {
  const { paint } = view;
  if (checkpoints > 0) yield paint.warning(`  with it: ${countOf(checkpoints, "checkpoint")}`);
  const payloads = texts.filter(({ part }) => part === "payload").map(({ of }) => of);
  const others = texts.filter(({ part }) => part !== "payload");
  const masked = [...new Set(others.map(({ of, part }) => `${of} (${part})`))];
  if (payloads.length > 0) {
    yield paint.warning(`  loses its payload: ${shortList(payloads, view)}`);
  }
  if (masked.length > 0) {
    yield paint.warning(`  gets [forgotten] in its text: ${shortList(masked, view)}`);
  }
}

function shortList(names: readonly string[], { signs }: View): string {
  const shown = names.slice(0, pathsShown).join(", ");
  const more = names.length - pathsShown;
  return more > 0 ? `${shown} ${signs.ellipsis} and ${more} more` : shown;
}

/** Report of the versions deleted, or with `--dry-run` to be deleted, in every form. */
export function forgetDocument(
  planned: PlannedForget,
  done: ForgetReply | undefined,
  userHome: string | undefined,
): Answer {
  return {
    kind: "document",
    schema: "unf.forget/1",
    document: () =>
      done === undefined ? forgetPlanAnswer(planned) : forgottenAnswer(planned, done),
    text: function* (view) {
      if (done === undefined) {
        yield* previewLines(planned, userHome, view);
        yield "This was a dry run; nothing was changed.";
      } else yield* outcomeLines(done, view);
    },
    exit: done === undefined ? 0 : exitOf(done),
  };
}

function* outcomeLines(reply: ForgetReply, view: View): Generator<string> {
  const { paint } = view;
  const others = reply.others === 0 ? "" : `, ${countOf(reply.others, "other place")} cleaned`;
  yield `Removed ${countOf(reply.versions, "version")} (${countOf(reply.contents, "content")}${others})`;
  yield* searchLines(reply, view);
  if (reply.pending) {
    yield paint.warning(
      "A reader holds on to the log: the daemon carries it on, or the next unf forget",
    );
  }
  yield paint.faint(
    "Blocks of the disk, snapshots of the file system, backups and exports may still hold it.",
  );
}

/** Result of the search through the home, for the eyes. */
export function* searchLines(reply: ForgetReply, { paint }: View): Generator<string> {
  const { files, bytes, found, unread } = reply;
  if (!reply.searched) return;
  const searched = `${countOf(files, "file")}, ${renderBytes(bytes)}`;
  if (found.length === 0) yield `Searched unf's home (${searched}): nothing of it is left`;
  for (const place of found) yield paint.bad(`still found in ${escapeForDisplay(place)}`);
  for (const place of unread) yield paint.warning(`not readable: ${escapeForDisplay(place)}`);
}

/** 10: not done yet. 8: done, and something of it may be left. */
export function exitOf(reply: ForgetReply): number {
  if (reply.pending) return 10;
  return isForgotten(reply) ? 0 : 8;
}
