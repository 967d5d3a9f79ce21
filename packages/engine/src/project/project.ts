import type { Attributed } from "@unf/core/attribution";
import type { MonoMs, RelPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Hint } from "@unf/core/ports";
import type { Gap } from "@unf/core/timeline";
import { guardAlarms } from "../base/guarded-clock.ts";
import { WorkQueue } from "../base/work-queue.ts";
import type { CaptureContext } from "../capture/capture-context.ts";
import { CaptureLoop } from "../capture/capture-loop.ts";
import { HardLinks } from "../capture/hard-links.ts";
import { Standing } from "../capture/standing.ts";
import { Committer } from "../record/committer.ts";
import type { RecorderOwner, Row } from "../record/recorder-ports.ts";
import { Sessions } from "../sessions/sessions.ts";
import type { SessionsProject } from "../sessions/sessions-ports.ts";
import { decideCondition, type ProjectCondition } from "../site/condition.ts";
import { GapLedger } from "../site/gap-ledger.ts";
import type { FlushReport, ProjectPorts, ProjectStart } from "../site/project-ports.ts";
import { RootGuard } from "../site/root-guard.ts";
import type { OnProgress, Site } from "../site/site.ts";
import { type SuspendedProject, Suspension } from "../site/suspension.ts";
import { MassChange } from "../sweep/mass-change.ts";
import type { SweepReport } from "../sweep/sweep-ports.ts";
import { type AttachedProject, Attachment } from "./attachment.ts";
import { type HintedProject, Intake } from "./intake.ts";
import { type MaintainedProject, Maintenance } from "./maintenance.ts";
import {
  leaveFirstWord,
  leaveWord,
  type RecoveredProject,
  recoverProject,
} from "./recover-project.ts";
import { type ProjectRules, Rules } from "./rules.ts";
import { wholeProject } from "./sweep-requests.ts";
import { Sweeps, type SweptProject } from "./sweeps.ts";

/**
 * One recorded project: takes hints, keeps its timeline true, and answers flush. Sweeps, flushes and
 * restores run one at a time in the order they were asked for; captures from events between their slices.
 */
export class Project
  implements
    AttachedProject,
    HintedProject,
    MaintainedProject,
    RecorderOwner,
    RecoveredProject,
    SessionsProject,
    Site,
    SuspendedProject,
    SweptProject
{
  readonly ports: ProjectPorts;
  readonly context: CaptureContext;
  readonly loop: CaptureLoop;
  readonly committer: Committer;
  readonly gaps: GapLedger;
  readonly suspension: Suspension;
  readonly guard: RootGuard;
  readonly sessions: Sessions;
  readonly rules: Rules;
  readonly mass: MassChange;
  readonly sweeps: Sweeps;
  readonly attachment: Attachment;
  readonly #intake: Intake;
  readonly #maintenance: Maintenance;
  readonly #queue = new WorkQueue((thrown) => this.suspension.take(thrown));
  isClosing = false;
  #stirredAt: MonoMs;

  /** Each part gets the project as far as it needs it, and asks for its other parts when it runs. */
  constructor(ports: ProjectPorts) {
    this.ports = ports;
    this.#stirredAt = ports.clock.mono();
    const clock = guardAlarms(ports.clock, (thrown) => this.onFailure(thrown));
    const given = ports.limits;
    this.guard = new RootGuard(ports, ports.identity);
    this.committer = new Committer({ ...ports, clock, owner: this });
    const { recorder } = this.committer;
    this.mass = new MassChange({ ...ports, clock, limits: given.mass, recorder });
    this.#maintenance = new Maintenance(ports, this);
    this.context = {
      ...{ ...ports, recorder, standing: new Standing() },
      hardLinks: new HardLinks(() => this.sweeps.doubt()),
      isRootThere: () => this.guard.look() === "here",
      isAgentAbout: () => this.sessions.isAgentAbout,
    };
    this.sessions = new Sessions({ ...ports, clock, committer: this.committer, project: this });
    this.gaps = new GapLedger(ports.timeline, clock);
    this.sweeps = new Sweeps({ ...ports, clock }, this);
    this.attachment = new Attachment(ports, this);
    this.rules = new Rules(this.context, this.attachment, this.sweeps, ports);
    this.#intake = new Intake(ports, this);
    this.loop = new CaptureLoop({
      ...{ clock, context: this.context, observer: this.#intake },
      pace: { ...ports, clock, limits: given.pace },
      limits: { ...given.burst, sliceMs: given.sliceMs, openBurstsMax: given.openBurstsMax },
    });
    this.suspension = new Suspension(ports, this);
  }

  get condition(): ProjectCondition {
    return decideCondition({
      ...this.attachment.facts,
      suspended: this.suspension.facts?.why,
      isScanning: this.sweeps.isScanning,
      sweepEveryMs: this.sweeps.everyMs(this.attachment),
      readLimits: this.ports.readWatchLimits,
    });
  }

  get directories(): number {
    return this.attachment.directories;
  }

  receive(hints: readonly Hint[]): void {
    if (this.isClosing && !this.attachment.isAttached) return;
    this.#stirredAt = this.ports.clock.mono();
    this.sessions.attribution.onHints(hints);
    this.#intake.receive(hints);
  }

  /**
   * Finishes what an earlier recorder left undone; `thorough` when that was cut off. Before `start`,
   * which is to be told the answer: until when the project was recorded.
   */
  recover(thorough = false, heartbeat?: WallMs): Promise<WallMs | undefined> {
    return recoverProject(this, this.#maintenance, { thorough, heartbeat });
  }

  /** Watches, then sweeps: whatever changes from the first watch on is seen by one or the other. */
  async start(start: ProjectStart): Promise<SweepReport | undefined> {
    return (await this.attach(start)) ? this.sweepFirst(start) : undefined;
  }

  /** Watches. False when nothing can be recorded: the root is not there, or the disk is full. */
  async attach({ awaySince }: ProjectStart): Promise<boolean> {
    if (awaySince !== undefined) this.sweeps.awaySince(awaySince);
    const attach = async () => (await this.attachment.attach()) && !this.suspension.isOn;
    return this.sweeps.awaitFirst(attach);
  }

  /** Sweeps, and so closes the gap of that absence. `undefined`: no sweep was wanted. */
  async sweepFirst({ cause, onProgress }: ProjectStart): Promise<SweepReport | undefined> {
    return leaveFirstWord(this, await this.sweeps.runFirst(cause, onProgress));
  }

  /** When it resolves, everything that was on disk before the call is in the timeline, settled and durable. */
  flush(onProgress?: OnProgress, isThorough = false): Promise<FlushReport> {
    return this.exclusively(async () => {
      if (this.suspension.isDue(true)) await this.suspension.resume();
      return this.flushNow([wholeProject], onProgress, isThorough);
    });
  }

  /** `isThorough`: looks at everything, though hints told of all that changed. */
  async flushNow(
    within: readonly RelPath[],
    onProgress?: OnProgress,
    isThorough = false,
  ): Promise<FlushReport> {
    this.suspension.check();
    const before = this.committer.rows;
    const isTold = await this.barrier();
    this.context.hardLinks.look(this.ports.clock.mono(), this.context, this.loop);
    await this.loop.drain();
    const isSwept = isTold && !isThorough && (await this.sweeps.runDoubtful(onProgress));
    if (!isSwept) for (const subtree of within) await this.sweeps.runBarrier(subtree, onProgress);
    // A path whose burst opened while the sweep ran was left to that burst; it ends here.
    await this.loop.drain();
    this.suspension.check();
    this.committer.finish();
    this.mass.flushed();
    return { lastId: this.ports.timeline.facts().lastId, recorded: this.committer.rows - before };
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    this.#stirredAt = this.ports.clock.mono();
    return this.#queue.run(work);
  }

  attribute(...row: Parameters<Sessions["judge"]>): Attributed {
    return this.rules.recorded(row, this.sessions.judge(...row));
  }

  onCommitted(rows: readonly Row[]): void {
    this.mass.committed(rows);
    this.ports.onCommitted(rows);
  }

  onFailure(thrown: unknown): void {
    // A hint or a capture ended early.
    this.sweeps.doubt();
    this.suspension.onFailure(thrown);
  }

  barrier(): Promise<boolean> {
    return this.attachment.barrier();
  }

  recoverStore(): Promise<void> {
    return this.#maintenance.recover(this.gaps);
  }

  sweepWhole(): Promise<SweepReport> {
    return this.sweeps.run({ within: wholeProject, cause: "sweep" });
  }

  get isIdle(): boolean {
    return this.#queue.isIdle;
  }

  noteLeftovers(): void {
    this.#maintenance.leftovers.note();
  }

  /** New rules: what they now leave out or let in is found by the sweep that follows. */
  async reconfigure(rules: ProjectRules): Promise<void> {
    await this.rules.replace(rules);
    await this.exclusively(async () => this.rules.noteLimit());
    await this.exclusively(() => this.sweepWhole());
  }

  /** Watches anew, with the backend that is chosen now, and sweeps. */
  async reattach(): Promise<void> {
    if (await this.attachment.attach()) this.sweeps.requests.add(wholeProject);
  }

  /** Nobody recorded, or no time can be trusted, in the span: a sweep of the whole project closes it. */
  missed({ reason, from, to }: Pick<Gap, "reason" | "from" | "to">): void {
    if (this.isClosing && !this.attachment.isAttached) return;
    this.#stirredAt = this.ports.clock.mono();
    this.gaps.open(reason, from, to);
    this.sweeps.requests.add(wholeProject);
  }

  /** True while nothing happens here that cannot wait a few seconds to be looked after. */
  get isCalm(): boolean {
    const restedMs = this.ports.clock.mono() - this.#stirredAt;
    if (restedMs < limits.daemon.calmAfterMs || !this.#queue.isIdle) return false;
    return this.attachment.isSteady && !this.suspension.isOn && !this.sessions.isAttending;
  }

  /** For a calm one between two ticks: a renamed ancestor gives no event, nor does an agent that begins. */
  glance(): void {
    if (this.isClosing) return;
    this.attachment.look();
    this.sessions.hookless.tick();
  }

  /** Called about once a second, less often while it is calm: looks after root, store, sweeps, inbox and memory. */
  async tick(): Promise<void> {
    if (!this.isClosing) await this.suspension.shelter(() => this.#tick());
  }

  async #tick(): Promise<void> {
    this.suspension.look();
    if (this.attachment.look()) {
      this.gaps.end("root_unavailable");
      if (await this.attachment.attach()) this.sweeps.requests.add(wholeProject);
    }
    if (this.suspension.isDue(false)) await this.exclusively(() => this.suspension.resume());
    if (this.attachment.isAway || this.suspension.isOn || this.isClosing) return;
    this.loop.tick();
    await this.sessions.tick();
    if (await this.attachment.retryWhenDue()) this.sweeps.requests.add(wholeProject);
    if (this.attachment.isCertain && !this.isClosing) this.gaps.endUncertain();
    if (this.sweeps.isDue(this.attachment)) this.sweeps.requests.add(wholeProject);
    this.context.hardLinks.lookWhenDue(this.ports.clock.mono(), this.context, this.loop);
    if (!this.isClosing && this.#maintenance.isDue)
      await this.exclusively(() => this.#maintenance.run());
  }

  /** Stops watching, records what was touched, and makes everything durable. */
  async close(): Promise<void> {
    if (this.isClosing) return;
    this.isClosing = true;
    // The system alone may know of files that were saved a moment ago.
    await this.attachment.drain();
    await this.attachment.detach();
    for (const part of [this.sweeps, this.sessions]) part[Symbol.dispose]();
    try {
      await this.exclusively(async () => {
        if (!this.suspension.isOn) {
          await this.loop.drain();
          await this.sweeps.finish();
          this.committer.finish();
          await this.#maintenance.drainInbox();
        }
        this.gaps.leave();
        if (!this.sweeps.isScanning) leaveWord(this);
      });
    } finally {
      for (const part of [this.loop, this.committer, this.ports.timeline]) part[Symbol.dispose]();
    }
  }
}
