import {
  type AbsPath,
  asStorageError,
  type MonoMs,
  type ProjectId,
  sayFailure,
  UnfError,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import { type IntendedProject, type Intent, sayQuarantine } from "@unf/core/intent";
import type { Log, RootWatch, Timeline } from "@unf/core/ports";
import { createRouter, type Router } from "@unf/core/route";
import type { Project, Row } from "@unf/engine";
import {
  fileBytesMax,
  filterFor,
  listForgotten,
  nestedProjects,
  noteHandovers,
  openProject,
  type RecorderWorld,
} from "@unf/wiring/recorder";

export interface ProjectSetPorts {
  readonly log: Log;
  /** The world as it is now; settings may have been read again since the last call. */
  readonly world: () => RecorderWorld;
  readonly watch: (
    root: AbsPath,
    ...rest: Parameters<NonNullable<Project["ports"]["watch"]>>
  ) => Promise<RootWatch>;
  readonly onCommitted: (root: AbsPath, rows: readonly Row[]) => void;
  /** Named while it is worked on, so that a crash can be blamed on it. */
  readonly onWorkingOn: (project: IntendedProject | undefined) => void;
}

/** A project that is to be recorded: open, or why it is not. */
export type Member = { readonly intended: IntendedProject } & (
  | { readonly kind: "open"; readonly project: Project }
  /** `isWorthATry`: it was the world's doing, so it may go well another time. */
  | {
      readonly kind: "failed";
      readonly why: string;
      readonly isWorthATry: boolean;
      /** Closed for work on its timeline: whoever closed it has it opened again. */
      readonly isReleased?: boolean;
    }
  | { readonly kind: "quarantined"; readonly why: string }
);

/** The projects this daemon records, kept equal to the intent. */
export class ProjectSet {
  readonly #ports: ProjectSetPorts;
  readonly #members = new Map<AbsPath, Member>();
  readonly #ticking = new WeakSet<Project>();
  #glancedAt = Number.NEGATIVE_INFINITY;
  #router: Router = createRouter([]);
  #intended: readonly IntendedProject[] = [];

  constructor(ports: ProjectSetPorts) {
    this.#ports = ports;
  }

  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  has(root: AbsPath): boolean {
    return this.#members.has(root);
  }

  /** Finds the project of a path among those that ought to be recorded. */
  get router(): Router {
    return this.#router;
  }

  /** The open project with exactly this root; `undefined` where there is none. */
  find(root: AbsPath): Project | undefined {
    const member = this.#members.get(root);
    return member?.kind === "open" ? member.project : undefined;
  }

  /** The intent's entry for the project with exactly this root. Throws `not_watched`. */
  intended(root: AbsPath): IntendedProject {
    const member = this.#members.get(root);
    if (member === undefined) throw new UnfError("not_watched", `${root} is not watched`);
    return member.intended;
  }

  /** The open project with exactly this root. Throws `not_watched`, or `failed` with the reason. */
  require(root: AbsPath): Project {
    const project = this.find(root);
    if (project !== undefined) return project;
    const member = this.#members.get(root);
    if (member?.kind === "failed" || member?.kind === "quarantined") {
      throw new UnfError("failed", `${root} is not being recorded: ${member.why}`, {
        hint: "unf restart",
      });
    }
    throw new UnfError("not_watched", `${root} is not watched`, { hint: `unf watch ${root}` });
  }

  /** True when a project could not be opened that may be openable by now. */
  get hasUnopened(): boolean {
    return this.members.some((member) => member.kind === "failed" && member.isWorthATry);
  }

  /** Of a project that is not open: whether it is going to be. */
  absence(root: AbsPath): "coming" | "failed" | undefined {
    const member = this.#members.get(root);
    if (member?.kind !== "failed") return undefined;
    return member.isWorthATry || member.isReleased === true ? "coming" : "failed";
  }

  /** The timeline of a project that is open. */
  timeline(id: ProjectId): Timeline | undefined {
    const member = this.members.find(({ intended }) => intended.id === id);
    return member?.kind === "open" ? member.project.ports.timeline : undefined;
  }

  /** Closes a project so that its timeline can be exchanged; the next `reconcile` opens it again. */
  async release(id: ProjectId, why = "its timeline is being rebuilt"): Promise<void> {
    const member = this.members.find(({ intended }) => intended.id === id);
    if (member?.kind !== "open") return;
    await this.fail(member.intended, new UnfError("store_damaged", why), true);
  }

  /** Roots of open projects. */
  rootsWhere(isMeant: (project: Project) => boolean): AbsPath[] {
    return this.openProjects()
      .filter(isMeant)
      .map(({ ports }) => ports.root);
  }

  openProjects(): Project[] {
    return this.members.flatMap((member) => (member.kind === "open" ? [member.project] : []));
  }

  /**
   * Opens what the intent has and is not open, closes what it has no longer, and gives every
   * filter its new neighbours. Does not sweep: the caller starts what is returned.
   */
  async reconcile(
    intent: Intent,
  ): Promise<readonly { readonly intended: IntendedProject; readonly project: Project }[]> {
    const wanted = new Map(intent.projects.map((project) => [project.root, project]));
    for (const [root, member] of this.#members) {
      // Another project at this root: one that moved here, or that began where one had been.
      if (wanted.get(root)?.id === member.intended.id) continue;
      this.#members.delete(root);
      await this.#close(member);
    }
    const before = this.#router;
    this.#router = createRouter(wanted.keys());
    this.#intended = intent.projects;
    const opened = [];
    for (const intended of wanted.values()) {
      const member = this.#members.get(intended.root);
      if (member?.kind === "open") {
        await this.#refresh(member.project, intended, before).catch((thrown: unknown) =>
          this.fail(intended, thrown),
        );
        continue;
      }
      const next = this.#open(intended);
      this.#members.set(intended.root, next);
      if (next.kind === "open") opened.push({ intended, project: next.project });
    }
    return opened;
  }

  /** Settings were read again: every project gets its rules anew and is swept. */
  async reconfigure(): Promise<void> {
    for (const member of this.members) {
      if (member.kind === "open") await this.#applyRules(member.project, member.intended);
    }
  }

  /**
   * Called about once a second. Lets each project look after itself, one in which nothing happens only
   * when it is the turn of those: none waits for another one that is busy. False when none has.
   */
  tick(now: MonoMs, isCalmsTurn: boolean): boolean {
    const isGlanceDue = now - this.#glancedAt >= limits.daemon.glanceMs;
    if (isGlanceDue) this.#glancedAt = now;
    let hasTicked = false;
    for (const member of this.#members.values()) {
      if (member.kind !== "open") continue;
      const { intended, project } = member;
      if (project.isCalm && !isCalmsTurn) {
        if (isGlanceDue) this.#glance(intended, project);
        continue;
      }
      hasTicked = true;
      if (this.#ticking.has(project)) continue;
      this.#ticking.add(project);
      void project
        .tick()
        .catch((thrown: unknown) => this.fail(intended, thrown))
        .finally(() => this.#ticking.delete(project));
    }
    return hasTicked;
  }

  #glance(intended: IntendedProject, project: Project): void {
    try {
      project.glance();
    } catch (thrown) {
      void this.fail(intended, thrown);
    }
  }

  /** One project's failure ends its recording, not that of the others; `status` says so. */
  async fail(intended: IntendedProject, thrown: unknown, isReleased = false): Promise<void> {
    const member = this.#members.get(intended.root);
    // A failure may be noticed twice before the project is closed.
    if (member?.kind !== "open") return;
    const why = sayFailure(thrown);
    this.#ports.log.error("project.failed", { root: intended.root, why });
    const failed = { intended, kind: "failed", why, isWorthATry: false, isReleased } as const;
    this.#members.set(intended.root, failed);
    await this.#close(member);
  }

  async close(): Promise<void> {
    for (const member of this.members) await this.#close(member);
    this.#members.clear();
  }

  /** Closes a project. One that cannot finish must not keep the others from finishing. */
  async #close(member: Member): Promise<void> {
    if (member.kind !== "open") return;
    try {
      await member.project.close();
    } catch (thrown) {
      this.#ports.log.error("project.close_failed", {
        root: member.intended.root,
        why: String(thrown),
      });
    }
  }

  #open(intended: IntendedProject): Member {
    if (intended.quarantined !== undefined) {
      return { intended, kind: "quarantined", why: sayQuarantine(intended) };
    }
    const { root } = intended;
    this.#ports.onWorkingOn(intended);
    try {
      const project = openProject(this.#ports.world(), {
        intended,
        nestedRoots: this.#router.nestedRoots(root),
        watch: (scope, deliver) => this.#ports.watch(root, scope, deliver),
        onCommitted: (rows) => this.#ports.onCommitted(root, rows),
      });
      this.#noteHandovers(project);
      return { intended, kind: "open", project };
    } catch (thrown) {
      const failure = asStorageError(thrown, `the history of ${root}`);
      if (!(failure instanceof UnfError)) throw thrown;
      const why = sayFailure(failure);
      const before = this.#members.get(root);
      if (before?.kind !== "failed" || before.why !== why)
        this.#ports.log.error("project.not_opened", { root, why });
      return { intended, kind: "failed", why, isWorthATry: true };
    } finally {
      this.#ports.onWorkingOn(undefined);
    }
  }

  async #refresh(project: Project, intended: IntendedProject, before: Router): Promise<void> {
    const nestedRoots = this.#router.nestedRoots(intended.root);
    const member = this.#members.get(intended.root);
    const isSame =
      JSON.stringify(member?.intended.options) === JSON.stringify(intended.options) &&
      before.nestedRoots(intended.root).join("\0") === nestedRoots.join("\0");
    this.#members.set(intended.root, { intended, kind: "open", project });
    if (isSame) return;
    this.#noteHandovers(project);
    await this.#applyRules(project, intended);
  }

  /** Before its rules know of them: what is nested does not leave the record, it is recorded elsewhere. */
  #noteHandovers({ ports, suspension }: Project): void {
    const nested = nestedProjects(this.#intended, ports.root);
    try {
      noteHandovers(ports.timeline, nested, ports.clock.wall());
    } catch (thrown) {
      if (!suspension.take(thrown)) throw thrown;
    }
  }

  async #applyRules(project: Project, intended: IntendedProject): Promise<void> {
    const world = this.#ports.world();
    const nestedRoots = this.#router.nestedRoots(intended.root);
    const { timeline, heldFiles: heldRules } = project.ports;
    const forgotten = listForgotten(timeline);
    await project.reconfigure({
      filter: filterFor(world, { intended, nestedRoots, forgotten, heldRules }),
      maxFileBytes: fileBytesMax(world, { intended }),
    });
  }
}
