import { pathFields } from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { ForgetReply } from "@unf/protocol";
import type { Call } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";
import type { ForgetChoice } from "./choose.ts";
import type { forgetFlags } from "./flags.ts";
import type { Survey, Surveyed } from "./survey.ts";

type ForgetCall = Call<typeof forgetFlags>;

interface Chosen {
  readonly choice: ForgetChoice;
  readonly survey: Survey;
}

/** Paths shown of each project; all are in JSON. */
const pathsShown = 20;

/** The last name of the project's root: what a person types to confirm that all of it goes. */
export function nameOf({ projects }: ForgetChoice): string {
  return projects[0]?.root.split("/").pop() ?? "";
}

/** What is about to be deleted, and what comes of it. */
export function* previewLines(
  { choice, survey }: Chosen,
  call: ForgetCall,
  view: View,
): Generator<string> {
  const { paint, signs } = view;
  for (const one of survey.projects) {
    const { project, plan } = one;
    const root = escapeForDisplay(shortenHome(project.root, call.world.env.HOME));
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
  for (const pattern of lastingPatterns({ choice, survey }, call)) {
    yield `  not recorded from now on: ${escapeForDisplay(pattern)}`;
  }
}

/** What is changed beside rows and contents. */
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

/** The answer to what was, or with `--dry-run` would be, deleted. */
export function forgetAnswer(
  call: ForgetCall,
  { choice, survey, done }: Chosen & { readonly done: ForgetReply | undefined },
): Answer {
  return {
    kind: "document",
    schema: "unf.forget/1",
    document: () => forgetJson(call, { choice, survey, done }),
    text: function* (view) {
      if (done === undefined) {
        yield* previewLines({ choice, survey }, call, view);
        yield "This was a dry run; nothing was changed.";
      } else yield* outcomeLines(done, view);
    },
    exit: done === undefined ? 0 : exitOf(done),
  };
}

function forgetJson(
  call: ForgetCall,
  { choice, survey, done }: Chosen & { readonly done: ForgetReply | undefined },
): JsonObject {
  return {
    dry_run: done === undefined,
    plan: survey.plan,
    versions: done?.versions ?? survey.versions,
    blobs: done?.contents ?? survey.hashes.length,
    bytes: survey.bytes,
    projects: survey.projects.map(({ project, plan, texts }) => ({
      ...pathFields("root", project.root),
      paths: plan.paths.map(({ path, versions }) => ({ ...pathFields("path", path), versions })),
      operations: plan.operations.map((id) => `op-${id}`),
      texts: (done?.texts.filter((one) => one.project === project.id) ?? texts).map(
        ({ of, part }) => ({ of, part }),
      ),
    })),
    removed: done?.removed ?? survey.files,
    ...(survey.failures.length === 0 ? {} : { unknown: survey.failures }),
    shared: survey.shared.map(({ hash, path, root }) => ({
      hash: `b3:${hash}`,
      ...pathFields("path", path),
      ...(root === undefined ? {} : pathFields("root", root)),
    })),
    not_recorded: lastingPatterns({ choice, survey }, call),
    remotes: [],
    ...(done === undefined
      ? {}
      : {
          others: done.others,
          pending: done.pending,
          ...searchJson(done),
        }),
  };
}

/** What the search through the home came to, in a document. */
export function searchJson(reply: ForgetReply): JsonObject {
  const { files, bytes, found, unread } = reply;
  return { verified: isVerified(reply), searched: { files, bytes }, found, unread };
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

/** What the search through the home came to, for the eyes. */
export function* searchLines(reply: ForgetReply, { paint }: View): Generator<string> {
  const { files, bytes, found, unread } = reply;
  if (!reply.searched) return;
  const searched = `${countOf(files, "file")}, ${renderBytes(bytes)}`;
  if (found.length === 0) yield `Searched unf's home (${searched}): nothing of it is left`;
  for (const place of found) yield paint.bad(`still found in ${escapeForDisplay(place)}`);
  for (const place of unread) yield paint.warning(`not readable: ${escapeForDisplay(place)}`);
}

function lastingPatterns({ choice, survey }: Chosen, { flags }: ForgetCall): string[] {
  if (flags["keep-recording"]) return [];
  if (choice.what === "paths") return [...choice.patterns];
  if (choice.what !== "content") return [];
  return survey.projects.flatMap(({ plan }) => plan.onDisk.map((path) => `/${path}`));
}

function isVerified({ pending, searched, found, unread }: ForgetReply): boolean {
  return searched && !pending && found.length === 0 && unread.length === 0;
}

/** 10: not done yet. 8: done, and something of it may be left. */
export function exitOf(reply: ForgetReply): number {
  if (reply.pending) return 10;
  return isVerified(reply) ? 0 : 8;
}
