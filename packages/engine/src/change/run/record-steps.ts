import type { RelPath } from "@unf/core/base";
import { isLinkMode, type Step, unknownAuthor } from "@unf/core/timeline";
import { takeSnapshot } from "../../capture/take-snapshot.ts";
import { isContentWithheld } from "../../capture/withheld.ts";
import { countStep } from "../../record/count-step.ts";
import type { Order } from "../../site/orders.ts";
import type { Site } from "../../site/site.ts";
import { statAt, type Worktree } from "../stage/worktree.ts";

/** So many rows, each with its line counts, and the loop has its turn. */
const breatheEvery = 64;

/**
 * Records what an operation did as rows of that operation, so that the events its writes cause find
 * nothing new. A step whose row is there already, from before a crash, gets no second one.
 */
export async function recordSteps(
  site: Site,
  worktree: Worktree,
  { steps, operation, atWork }: Recorded,
): Promise<void> {
  const breathe = atWork?.breathe ?? (() => site.ports.clock.breathe());
  for (const [index, step] of steps.entries()) {
    if (index % breatheEvery === breatheEvery - 1) await breathe();
    // A commit of more rows takes longer than others are to wait.
    if (site.context.recorder.waiting >= site.ports.limits.journalSteps) site.committer.commit();
    atWork?.advance();
    if (step.to.kind === "recorded") recordWritten(site, worktree, { step, operation });
    else if (step.from.kind !== "directory" || step.to.kind === "rescued")
      recordLook(site, step.path, operation);
  }
  site.committer.commit();
}

interface Recorded {
  readonly steps: readonly Step[];
  readonly operation: number;
  /** Told of each; left out by a recovery. */
  readonly atWork?: Order;
}

/** A file that went, or one that is there and cannot be recorded. */
function recordLook(site: Site, path: RelPath, operation: number): void {
  takeSnapshot(site.context, path, {
    cause: "operation",
    at: site.ports.clock.wall(),
    settled: true,
    reread: true,
    force: true,
    operation,
  });
}

function recordWritten(
  site: Site,
  worktree: Worktree,
  { step, operation }: { readonly step: Step; readonly operation: number },
): void {
  const { path, to } = step;
  const stat = statAt(worktree, path);
  if (to.kind !== "recorded" || stat === undefined) return;
  const { context, ports } = site;
  const { recorder } = context;
  const head = recorder.head(path);
  // Somebody may have written to it since it was moved into place: a sweep reads it again.
  // Something else may stand there by now: the row says what the operation did.
  const mode = stat.kind === (isLinkMode(to.mode) ? "link" : "file") ? stat.mode : to.mode;
  const isWithheld = isContentWithheld(context, path, stat.kind);
  const mark = isWithheld ? ({ withheld: true } as const) : {};
  const after = { path, hash: to.hash, bytes: to.bytes, mode, stat, racy: true, ...mark };
  if (
    head !== undefined &&
    head.hash === to.hash &&
    head.mode === mode &&
    isWithheld === (head.withheld === true)
  ) {
    recorder.restat(head, stat, true);
    return;
  }
  const isCounted = !isLinkMode(to.mode) && !isWithheld;
  const content = isCounted ? recorder.content(to.hash) : undefined;
  recorder.add(
    {
      path,
      hash: to.hash,
      bytes: to.bytes,
      at: ports.clock.wall(),
      event: head === undefined ? "create" : "modify",
      counts: content === undefined ? null : countStep(context, head, content),
      settled: true,
      mode,
      cause: "operation",
      renamedFrom: null,
      operation,
      author: unknownAuthor,
      ...mark,
    },
    after,
  );
}
