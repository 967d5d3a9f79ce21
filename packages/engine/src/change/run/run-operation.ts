import { type AbsPath, joinPath, pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import { type Step, type StepState, sameStat } from "@unf/core/timeline";
import { isInterrupted } from "../../site/orders.ts";
import type { Site } from "../../site/site.ts";
import { isAsPlanned } from "../plan/as-planned.ts";
import { StatTable } from "../plan/stat-table.ts";
import { CopiedRescues } from "../stage/copied-rescues.ts";
import {
  isLasting,
  leftAside,
  notStarted,
  pending,
  refusalOf,
  rolledBack,
  undecided,
} from "../stage/failures.ts";
import { requireRoom } from "../stage/require-room.ts";
import { dropRescues, isRescued, needsRescue, rescueEntry, setAside } from "../stage/rescue.ts";
import { recordSlowly, securePath, seenKept, stoodState } from "../stage/secure.ts";
import { planTemporaries, type StagedStep } from "../stage/stage.ts";
import { filterSlowly, stageOperation } from "../stage/stage-operation.ts";
import { keepContents, stagePorts } from "../stage/stage-ports.ts";
import { clearTemporaries } from "../stage/staged-left.ts";
import type { Seen } from "../stage/swap.ts";
import { at, type Worktree } from "../stage/worktree.ts";
import { type ApplyPorts, applySteps } from "./apply-steps.ts";
import { beginJournal, endJournal } from "./journal.ts";
import type { OperationOrder, OperationOutcome } from "./operation-order.ts";
import { readState } from "./read-state.ts";
import { recordSteps } from "./record-steps.ts";
import { endTakenBack, takeBackSteps } from "./take-back.ts";

/**
 * Carries out steps as one transaction: after a crash at any point everything is as before, or
 * recovery makes it as planned (docs/durability.md). To be run alone in the site, after a flush.
 * Throws `no_space` or `failed` with nothing changed or everything taken back, and `pending` when
 * the disk let it neither finish nor be taken back.
 */
export async function runOperation(site: Site, order: OperationOrder): Promise<OperationOutcome> {
  const { fs, root } = site.ports;
  site.loop.pause();
  site.mass.operates();
  try {
    using tree = fs.openTree(root);
    return await new Transaction(site, { root, fs, tree }, order).run();
  } finally {
    site.mass.operated();
    site.loop.resume();
  }
}

class Transaction {
  readonly #site: Site;
  readonly #worktree: Worktree;
  readonly #order: OperationOrder;
  readonly #done = new Set<StagedStep>();
  /** Entries that were moved into place, as they stood there then. */
  readonly #placed = new StatTable();
  /** Where that lies which somebody saved while its place was taken. */
  readonly #late = new Map<RelPath, AbsPath>();
  /** State just before the swap, where that is newer than the plan: somebody saved meanwhile. */
  readonly #stood = new Map<RelPath, StepState>();
  readonly #unkept = new Map<RelPath, readonly string[]>();
  readonly #copies: CopiedRescues;
  #steps: readonly StagedStep[] = [];
  #id = 0;

  constructor(site: Site, worktree: Worktree, order: OperationOrder) {
    this.#site = site;
    this.#worktree = worktree;
    this.#order = order;
    this.#copies = new CopiedRescues(site.context.digest);
  }

  async run(): Promise<OperationOutcome> {
    const changed = await this.#prepare();
    if (changed.length > 0) return { kind: "changed", paths: changed };
    await this.#commit();
    this.#order.atWork.enter("applying", this.#steps.length);
    try {
      await this.#apply(this.#steps);
    } catch (thrown) {
      if (isInterrupted(thrown)) throw thrown;
      await this.#takeBack(thrown);
    }
    await this.#finish();
    const aside = this.#order.steps.filter(needsRescue);
    const kept = aside.map(({ path }) => [path, joinPath(this.#rescues(), path)] as const);
    const rescued = new Map([...kept, ...this.#late]);
    return { kind: "done", operation: this.#id, rescued, unkept: this.#unkept };
  }

  /** Journal, temporaries and rescues. Gives the paths that changed since the plan; then nothing is left of it. */
  async #prepare(): Promise<readonly RelPath[]> {
    const { timeline, clock } = this.#site.ports;
    const { kind, argv, plan, inverts, steps, contents, atWork } = this.#order;
    try {
      const newest = timeline.operations(1)[0]?.id ?? 0;
      const rescues = this.#site.ports.rescueDirectory(newest + 1);
      requireRoom(this.#worktree, steps, rescues);
      setAside(this.#worktree, rescues);
      this.#steps = planTemporaries(this.#worktree, steps, String(newest + 1));
      await keepContents(this.#site, contents);
      const before = timeline.facts().lastId ?? 0;
      const operation = { kind, argv, plan, inverts, before, startedAt: clock.wall() };
      this.#id = beginJournal(this.#site, operation, this.#steps);
    } catch (thrown) {
      throw notStarted(thrown);
    }
    try {
      await endJournal(this.#site, this.#id, { steps: this.#steps, atWork });
      await stageOperation(stagePorts(this.#site, this.#worktree), {
        ...{ id: this.#id, steps: this.#steps, atWork },
        rescue: (path, position) =>
          this.#copies.rescue(this.#worktree, { path, position }, this.#rescues()),
      });
      const changed = await this.#findChanged();
      atWork.check();
      if (changed.length > 0) await this.#abandon();
      return changed;
    } catch (thrown) {
      await this.#abandon();
      throw notStarted(thrown);
    }
  }

  /** Finds files that changed since the plan, and records what an editor saved meanwhile. */
  async #findChanged(): Promise<RelPath[]> {
    const { steps, atWork } = this.#order;
    const isChanged = (step: Step) =>
      at(
        this.#worktree,
        step.path,
        (address) => this.#seenAsPlanned(step, address) === undefined,
      ) === true;
    const paths = (await filterSlowly(steps, isChanged, atWork.breathe)).map(({ path }) => path);
    await recordSlowly(this.#site, paths);
    return paths;
  }

  /** The entry that stands there, if it is the one that the plan has seen. */
  #seenAsPlanned(step: Step, address: AbsPath): Seen | undefined {
    const stat = this.#worktree.fs.lstat(address);
    // A file that goes on being written to through its old name is kept by its new one.
    const isLinked =
      needsRescue(step) && isRescued(this.#worktree, address, joinPath(this.#rescues(), step.path));
    if (isLinked) return { stat, isLinked };
    return isAsPlanned(this.#order.seen, step, stat) ? { stat } : undefined;
  }

  /** Nothing in the project was changed yet: what was staged goes. */
  async #abandon(): Promise<void> {
    const { timeline, clock } = this.#site.ports;
    try {
      await this.#clear();
      timeline.finishOperation(this.#id, { at: clock.wall(), state: "abandoned" });
    } catch (thrown) {
      // The journal says `staging`: recovery clears up, before the next operation at the latest.
      this.#site.ports.log.warn("operation.left", { operation: this.#id, error: thrown });
    }
  }

  /** `kept`: paths whose rescued file did not get back to where it stood. */
  async #clear(kept: ReadonlySet<RelPath> = new Set()): Promise<void> {
    await clearTemporaries(this.#site, this.#worktree, { id: this.#id, steps: this.#steps });
    const back = this.#order.steps.filter(({ path }) => !kept.has(path));
    const breathe = () => this.#site.ports.clock.breathe();
    await dropRescues(this.#worktree, back, { directory: this.#rescues(), breathe });
  }

  /** A commit that fails may have been made, and not be durable: then nothing may rely on it. */
  async #commit(): Promise<void> {
    const { timeline } = this.#site.ports;
    try {
      timeline.commitOperation(this.#id, this.#copies.held);
    } catch (thrown) {
      if (readState(this.#site, this.#id) !== "staging") throw undecided(this.#id, thrown);
      await this.#abandon();
      throw notStarted(thrown);
    }
  }

  async #apply(
    steps: readonly StagedStep[],
    more: Pick<ApplyPorts, "onSkipped"> = {},
  ): Promise<void> {
    const { digest, maxFileBytes } = this.#site.context;
    await applySteps(
      {
        ...{ ...more, worktree: this.#worktree, digest, maxFileBytes },
        secure: (step, address) => this.#secure(step, address),
        rescue: (step, address) => this.#rescueLate(step, address),
        onUnkept: ({ path }, unkept) => void this.#unkept.set(path, unkept),
        onDone: (step) => {
          this.#done.add(step);
          this.#order.atWork.advance();
        },
        onPlaced: (step, address) => {
          // First, so that it is taken back even when the disk does not say what stands there.
          this.#done.add(step);
          this.#placed.set(step.path, this.#worktree.fs.lstat(address));
        },
        breathe: this.#order.atWork.breathe,
      },
      steps,
    );
  }

  #secure(step: Step, address: AbsPath): Seen {
    const { path } = step;
    const own = this.#placed.get(path);
    const first = own === undefined ? undefined : this.#worktree.fs.lstat(address);
    // This operation has put it there itself.
    if (own !== undefined && first !== undefined && sameStat(own, first)) return { stat: first };
    const standing = securePath(this.#site, path, address);
    if (standing.kind !== "unrecordable") {
      const stood = stoodState(this.#site, step, standing);
      if (stood === step.from) this.#stood.delete(path);
      else this.#stood.set(path, stood);
      return standing.seen;
    }
    // Kept already, if it is still the one that the plan saw.
    const planned = step.from.kind === "rescued" ? this.#seenAsPlanned(step, address) : undefined;
    if (planned !== undefined) return planned;
    const seen = seenKept(this.#site, step, address);
    if (seen !== undefined) return seen;
    throw new UnfError(
      "conflict",
      `${pathToColumn(path)} became something that cannot be recorded`,
    );
  }

  /** Rescues a file that somebody saved in the very moment in which its place was taken. */
  #rescueLate({ path }: Step, address: AbsPath): void {
    this.#late.set(path, rescueEntry(this.#worktree, { path, address }, this.#rescues()));
  }

  /** Puts back what was done so far. When the disk fails even at that, recovery finishes the operation. */
  async #takeBack(failure: unknown): Promise<never> {
    const { steps } = this.#order;
    const done = [...this.#done].map(({ path, from, to }) => {
      return { path, from: this.#stood.get(path) ?? from, to };
    });
    let left: ReadonlyMap<RelPath, string>;
    try {
      await clearTemporaries(this.#site, this.#worktree, { id: this.#id, steps: this.#steps });
      const kept = await takeBackSteps(this.#site, this.#worktree, {
        id: this.#id,
        done,
        journal: steps,
        apply: (inverse, onSkipped) => this.#apply(inverse, { onSkipped }),
      });
      left = new Map([...kept].filter(([, why]) => isLasting(why)));
      await endTakenBack(this.#site, this.#worktree, {
        id: this.#id,
        steps,
        done,
        left,
        why: (path) => kept.get(path) ?? refusalOf(failure, path) ?? "rolled_back",
        clear: () => this.#clear(new Set(kept.keys())),
      });
    } catch (thrown) {
      this.#site.ports.log.warn("operation.pending", { operation: this.#id, error: thrown });
      throw pending(this.#id, failure);
    }
    throw left.size === 0 ? rolledBack(failure) : leftAside(this.#id, failure, left);
  }

  async #finish(): Promise<void> {
    const { timeline, clock } = this.#site.ports;
    try {
      const { steps } = this.#order;
      this.#order.atWork.enter("recording", steps.length);
      const order = { steps, operation: this.#id, atWork: this.#order.atWork };
      await recordSteps(this.#site, this.#worktree, order);
      timeline.finishOperation(this.#id, { at: clock.wall(), state: "done" });
    } catch (thrown) {
      if (isInterrupted(thrown)) throw thrown;
      // The files are as planned; recovery writes the rows.
      throw pending(this.#id, thrown);
    }
  }

  #rescues(): AbsPath {
    return this.#site.ports.rescueDirectory(this.#id);
  }
}
