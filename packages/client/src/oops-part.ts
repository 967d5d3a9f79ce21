import { type OopsFile, type OopsPreview, partOf, splitFiles } from "@unf/answers";
import { decodeUtf8Lossy, pathToColumn, UnfError } from "@unf/core/base";
import type { ChosenHunks, OopsRequest } from "@unf/core/operations";
import type * as Public from "./public.ts";
import { requirePlan } from "./restore.ts";
import type { Session } from "./session.ts";

/** An oops as it is planned now, and the request that plans it again. */
export interface PlannedPart {
  readonly request: OopsRequest;
  readonly preview: OopsPreview;
}

/**
 * Plans the part of the request that the numbers name, of the plan in which they were counted. Throws
 * `conflict` where that is another one by now, and `not_found` for a number that it does not have.
 */
export async function planPart(
  session: Session,
  request: OopsRequest,
  { hunks, planId }: { readonly hunks: readonly ChosenHunks[]; readonly planId: string | null },
): Promise<PlannedPart> {
  const { within = [] } = request;
  const files = [...within, ...hunks.map(({ path }) => path)];
  const plan = (asked: OopsRequest) => session.reader.planOops(asked);
  const parts = [
    ...within.map((path) => ({ path, hunks: undefined })),
    ...hunks.map(({ path, chosen }) => ({ path, hunks: chosen })),
  ];
  const chosenOf = async (seen: OopsPreview) => {
    const part = partOf({ request, scopes: seen.scopes }, parts);
    return { request: part, preview: await plan(part), seen };
  };
  let chosen = await chosenOf(await plan({ ...request, within: files }));
  const { seen, preview } = chosen;
  if (planId !== null && ![seen.plan.id, preview.plan.id].includes(planId)) {
    // Where no paths were given, the plan that was seen is of all the work.
    const whole = within.length === 0 ? await plan(request) : seen;
    requirePlan(planId, whole.plan.id);
    chosen = await chosenOf(whole);
  }
  const all = filesOf(session, chosen.seen);
  for (const one of hunks) requireHunks(all, one);
  return chosen;
}

/** The hunks of every file that the plan rewrites, each with its number. */
export function listHunks(session: Session, preview: OopsPreview): Public.OopsHunk[] {
  return filesOf(session, preview).flatMap(({ path, hunks }) =>
    hunks.map((hunk, index) => ({
      path: pathToColumn(path),
      number: index + 1,
      start: hunk.oldStart,
      lines: hunk.lines.map(({ op, bytes }) => `${op}${decodeUtf8Lossy(bytes)}`),
    })),
  );
}

function requireHunks(files: readonly OopsFile[], { path, chosen }: ChosenHunks): void {
  const count = files.find((one) => one.path === path)?.hunks.length ?? 0;
  const missing = chosen.find((index) => index >= count);
  if (missing === undefined) return;
  const there = count === 1 ? "is 1" : `are ${count}`;
  throw new UnfError(
    "not_found",
    `${pathToColumn(path)} has no hunk ${missing + 1}: there ${there}`,
    { hint: "look at them with dryRun and listHunks" },
  );
}

/** The files as they were recorded before the plan was made. Throws `conflict` where one was not. */
function filesOf({ timeline, reader }: Session, preview: OopsPreview): readonly OopsFile[] {
  return splitFiles(preview, reader, (_, { hash }) => {
    const row = timeline.contentRow(hash);
    const now = preview.contents.get(hash) ?? (row === undefined ? undefined : reader.content(row));
    if (now !== undefined) return now;
    throw new UnfError("conflict", "a file changes just now; nothing was done", {
      hint: "look at it again with dryRun",
    });
  });
}
