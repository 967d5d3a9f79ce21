import process from "node:process";
import {
  type AbsPath,
  type MonoMs,
  StorageError,
  systemCode,
  version,
  type WallMs,
} from "@unf/core/base";
import type { Lapse } from "@unf/core/bursts";
import { limits } from "@unf/core/config";
import {
  type IntendedProject,
  type Intent,
  type LastWords,
  quarantineProject,
} from "@unf/core/intent";
import { formatUtc } from "@unf/core/time";
import type { WatchFacts } from "@unf/core/watching";
import { type DiskNeed, LapseWatch, type Row, type SweepReport, WorkQueue } from "@unf/engine";
import type { DaemonStatus, Pong } from "@unf/protocol";
import {
  clearLastWords,
  openProcessTrees,
  openWriterProbe,
  raiseFormat,
  readCanonical,
  readIntent,
  requireIntent,
  systemClock,
  writeConditionNote,
  writeIntent,
  writeLastWords,
} from "@unf/system";
import {
  type BackendInUse,
  beat,
  beginRecording,
  endRecording,
  openRecorderWorld,
  type RecorderWorld,
  readHeartbeat,
  readSettings,
  readWatchFacts,
  type StartOptions,
  settleFormer,
  takeBackDirectories,
  WatchBackends,
} from "@unf/wiring/recorder";
import { AgentEvents } from "../agent-events/agent-events.ts";
import { keepEvent, openSpool } from "../agent-events/spool.ts";
import { ProjectSet } from "../projects/project-set.ts";
import { Reopening } from "../projects/reopening.ts";
import { startProjects } from "../projects/start-projects.ts";
import { agentSignsOf } from "./agent-signs.ts";
import { atMost } from "./at-most.ts";
import { Busy } from "./busy.ts";
import { ConditionKeeper } from "./condition-note.ts";
import type { DaemonPorts, EndCause } from "./daemon-ports.ts";
import { LagMeter } from "./lag-meter.ts";
import { noticesOf } from "./notices.ts";
import { Pulse } from "./pulse.ts";
import { SafeMode } from "./safe-mode.ts";
import { reportStatus } from "./status.ts";
import { StorageWatch } from "./storage-watch.ts";

/** The recorder of one home: its projects, its lapses, and what it says of itself. */
export class Daemon {
  readonly home: AbsPath;
  readonly isForeground: boolean;
  readonly pid = process.pid;
  readonly projects: ProjectSet;
  readonly agents: AgentEvents;
  /** Work on projects that are not recorded, and what closes one: nothing is open twice. */
  readonly aside = new WorkQueue(() => undefined);
  readonly busy: Busy;
  /** One collection after the other. */
  readonly collecting = new WorkQueue(() => undefined);
  readonly #ports: DaemonPorts;
  readonly #startedAt = systemClock.wall();
  readonly #watchers: WatchBackends;
  readonly #storage: StorageWatch;
  readonly #lag = new LagMeter(systemClock);
  readonly #lapses: LapseWatch;
  readonly #condition: ConditionKeeper;
  readonly #safeMode: SafeMode;
  readonly #reopening: Reopening;
  #world: RecorderWorld;
  #generation: number | null = null;
  #commits = 0;
  #lastCommitAt: WallMs | undefined;
  readonly #pulse: Pulse;
  #checkedAt: MonoMs | undefined;
  /** False until every project has its gap for the time nobody recorded. */
  #hasCaughtUp = false;
  #isEnding = false;
  /** The daemon before this one was killed: what it wrote last is looked at before it is relied on. */
  #wasCutOff = false;

  constructor(ports: DaemonPorts) {
    this.#ports = ports;
    this.home = ports.home;
    this.isForeground = ports.isForeground;
    this.#safeMode = new SafeMode({ isSafe: ports.safeMode, clock: systemClock, log: ports.log });
    this.#storage = new StorageWatch({
      ...ports,
      minFree: () => (this.#world?.config ?? ports.config)["store.min_free"],
      onLost: (cause) => {
        this.#ports.log.error(cause === "home_lost" ? "home.lost" : "lock.lost", {
          path: cause === "home_lost" ? ports.home : ports.lock.path,
        });
        this.endSoon(cause);
      },
    });
    this.busy = new Busy({
      ...{ home: ports.home, clock: systemClock },
      tryToWrite: (write) => this.#tryToWrite(write),
    });
    const signs = agentSignsOf(ports.home);
    this.#world = openRecorderWorld(ports.home, ports.config, ports.log, {
      storage: this.#storage,
      writers: openWriterProbe(systemClock, signs.agentOf),
      trees: openProcessTrees(systemClock, signs),
      isFlushed: true,
    });
    this.#watchers = new WatchBackends(ports.config["watch.backend"]);
    this.projects = new ProjectSet({
      log: ports.log,
      world: () => this.#world,
      watch: (root, scope, deliver) => this.#watchers.watch(root, scope, deliver),
      onCommitted: (root, rows) => this.#committed(root, rows),
      onWorkingOn: (project) => this.#noteWork(project),
    });
    this.agents = new AgentEvents({
      log: ports.log,
      now: systemClock.wall,
      spool: openSpool(ports.home, ports.log, (events) => this.agents.noteLost(events)),
      readCanonical,
      router: () => this.projects.router,
      rootsOf: (event) => this.projects.rootsWhere((one) => ports.listenerOf(one).knows(event)),
      listenerOf: (root) => {
        const project = this.projects.find(root);
        return project === undefined ? undefined : ports.listenerOf(project);
      },
      absence: (root) => this.projects.absence(root),
      keep: (event) => this.#tryToWrite(() => keepEvent(this.home, event)),
    });
    this.#condition = new ConditionKeeper({
      ...{ pid: this.pid, now: systemClock.wall },
      safeSince: () => this.#safeMode.since,
      write: (note) => this.#tryToWrite(() => writeConditionNote(this.home, note)),
    });
    this.#reopening = new Reopening(ports.log, () => this.reconcile({}));
    this.#lapses = new LapseWatch(systemClock, limits.lapse, (lapse) => this.#missed(lapse));
    this.#pulse = new Pulse(systemClock, limits.lapse.beatMs, (lateMs) => {
      this.#lag.note(lateMs);
      this.#lapses.beat();
    });
  }

  get world(): RecorderWorld {
    return this.#world;
  }

  get safeMode(): boolean {
    return this.#safeMode.isOn;
  }

  get diskNeed(): DiskNeed {
    const { isLow, missingBytes } = this.#storage;
    return { isLow, missingBytes };
  }

  /** The backend that watches the root. */
  backendOf(root: AbsPath): BackendInUse {
    return this.#watchers.of(root);
  }

  /** Opens and sweeps what the intent has. Requests are answered from before its first sweep on. */
  async start(): Promise<void> {
    const heartbeat = readHeartbeat(this.home);
    this.#wasCutOff = beginRecording(this.home);
    for (const id of this.#ports.quarantine) {
      const reason = "it crashed the daemon three times";
      this.writeIntent((intent) =>
        quarantineProject(intent, id, { since: systemClock.wall(), reason }),
      );
    }
    // The one before may have left word of troubles that are over.
    this.#condition.look(this.projects.members);
    this.#pulse.lookToo(() => this.#look());
    await this.reconcile({ heartbeat });
    settleFormer(this.#world, this.safeMode ? undefined : this.aside);
    this.#hasCaughtUp = true;
    this.#beat();
  }

  /** Makes the open projects those of the intent; resolves when the new ones have been swept. */
  async reconcile(
    options: Omit<StartOptions, "wasCutOff">,
  ): Promise<ReadonlyMap<AbsPath, SweepReport>> {
    const intent = this.#readIntent();
    if (intent === undefined) return new Map();
    await takeBackDirectories(this.#world, this.projects, intent, this.#ports.log);
    const opened = await this.projects.reconcile(intent);
    // Agents may have made the changes that a sweep finds, while nobody recorded.
    if (opened.length > 0) await atMost(limits.spool.waitMsMax, this.#replay());
    const all = { ...options, wasCutOff: this.#wasCutOff };
    return startProjects(opened, all, async ({ intended, project }, work) => {
      this.#noteWork(intended);
      try {
        return await work();
      } catch (thrown) {
        if (!project.suspension.take(thrown)) await this.projects.fail(intended, thrown);
        return undefined;
      } finally {
        this.#noteWork(undefined);
      }
    });
  }

  /** Reads settings and intent again, as SIGHUP asks. */
  async reload(): Promise<void> {
    const { config, complaints } = await readSettings(this.home, this.#world.config);
    for (const { key, message } of complaints) this.#ports.log.warn("config", { key, message });
    this.#world = { ...this.#world, config };
    await this.reconcile({});
    await this.projects.reconfigure();
    if (this.#watchers.reconfigure(config["watch.backend"])) {
      for (const project of this.projects.openProjects()) await project.reattach();
    }
    await this.#ports.onCheck();
  }

  /** Changes the intent. Throws when neither intent file can be read. */
  writeIntent(change: (intent: Intent) => Intent): void {
    const intent = change(requireIntent(this.home));
    writeIntent(this.home, intent);
    this.#generation = intent.generation;
  }

  /** Ends after the reply that is being written. */
  endSoon(cause: EndCause): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    setImmediate(() => this.#ports.onEnd(cause));
  }

  /** Stops watching, records what was touched, and leaves word why. */
  async close(cause: EndCause): Promise<void> {
    this.#isEnding = true;
    this.#pulse[Symbol.dispose]();
    if (cause === "lock_lost" || cause === "home_lost") return;
    // Events that were acknowledged must reach their projects.
    await atMost(limits.spool.waitMsMax, this.#replay());
    this.agents.close();
    await this.projects.close();
    this.#beat();
    endRecording(this.home);
    this.#leaveWord({ cause: cause === "restart" ? "restart" : "stop" });
  }

  pong(): Pong {
    return {
      pid: this.pid,
      uptime_ms: systemClock.wall() - this.#startedAt,
      loop_lag_ms: this.#lag.worstMs,
      projects: this.projects.members.length,
      commits: this.#commits,
      last_commit_at: this.#lastCommitAt === undefined ? null : formatUtc(this.#lastCommitAt),
      safe_mode: this.safeMode,
      generation: this.#generation,
      busy: this.busy.report(),
    };
  }

  status(): DaemonStatus {
    const { user, system } = process.cpuUsage();
    return reportStatus(
      {
        version,
        pid: this.pid,
        startedAt: this.#startedAt,
        now: systemClock.wall(),
        cpuMs: (user + system) / 1000,
        rssBytes: process.memoryUsage.rss(),
        safeMode: this.safeMode,
        lostEvents: this.agents.lost,
        ...{ busy: this.busy.report(), orders: this.#world.orders.list() },
        backendOf: (root) => this.backendOf(root),
      },
      this.projects.members,
      (member, thrown) => void this.projects.fail(member.intended, thrown),
    );
  }

  /** The facts that are needed before a directory may be watched. */
  watchFacts(root: AbsPath): WatchFacts {
    // The command has asked the person where that was needed; the daemon only repeats what is final.
    return readWatchFacts({ root, unfHome: this.home, isConfirmed: true });
  }

  #readIntent(): Intent | undefined {
    const chosen = readIntent(this.home);
    if (chosen.kind !== "known") {
      const why = chosen.kind === "unknown" ? chosen.why : `format ${chosen.format}`;
      this.#ports.log.error("intent.unreadable", { why });
      return undefined;
    }
    if (chosen.warning !== undefined) this.#ports.log.warn("intent", { why: chosen.warning });
    this.#generation = chosen.intent.generation;
    return chosen.intent;
  }

  #committed(root: AbsPath, rows: readonly Row[]): void {
    this.#commits += 1;
    this.#lastCommitAt = systemClock.wall();
    for (const notice of noticesOf(root, rows)) this.#ports.onSnapshot(notice);
  }

  /** Left on disk while a project is opened: a crash of native code takes the process with it. */
  #noteWork(project: IntendedProject | undefined): void {
    if (project !== undefined) this.#leaveWord({ cause: "crash", project: project.id });
    else this.#tryToWrite(() => clearLastWords(this.home));
  }

  #leaveWord(words: LastWords): void {
    this.#tryToWrite(() => writeLastWords(this.home, words));
  }

  /** For what helps the next daemon and must not end this one, as when the disk is full. */
  #tryToWrite(write: () => void): boolean {
    try {
      this.#storage.mayWrite();
      write();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof StorageError) && systemCode(thrown) === undefined) throw thrown;
      this.#ports.log.warn("note.unwritten", { error: thrown });
      return false;
    }
  }

  #look(): Promise<void> {
    return this.#lookNow().catch((thrown: unknown) =>
      this.#ports.log.error("tick.failed", { error: thrown }),
    );
  }

  async #lookNow(): Promise<void> {
    const now = systemClock.mono();
    const isCheckDue = now - (this.#checkedAt ?? 0) >= limits.daemon.lockCheckMs;
    if (!this.projects.tick(now, isCheckDue) && !isCheckDue && !this.#storage.isLow) return;
    void this.#replay();
    this.#storage.look();
    this.#condition.look(this.projects.members);
    if (this.#storage.isLow) await this.#refill();
    if (!isCheckDue || this.#isEnding) return;
    this.#checkedAt = now;
    await this.#check();
  }

  /** Runs the checks of every 15 s. */
  async #check(): Promise<void> {
    this.#beat();
    if (this.#isEnding) return;
    // Where the disk was full at the start.
    this.#tryToWrite(() => raiseFormat(this.home));
    await this.#refill();
    await this.#ports.onCheck();
    if (this.#hasCaughtUp && this.projects.hasUnopened) this.#reopening.start();
  }

  async #refill(): Promise<void> {
    if (this.projects.openProjects().some(({ suspension }) => suspension.isOn)) return;
    await this.#storage.refill();
  }

  /** Has the projects hear the events that hooks have left on disk. */
  async #replay(): Promise<void> {
    if (!this.safeMode) await this.agents.replay();
  }

  /** Nobody recorded for a while, though this process lives: every project has that gap. */
  #missed(lapse: Lapse): void {
    this.#ports.log.warn("lapse", { ...lapse });
    for (const project of this.projects.openProjects()) project.missed(lapse);
  }

  /** Says that everything up to now is recorded, or told as a gap in a timeline. */
  #beat(): void {
    // A project that could not be opened cannot take its gap either.
    const isOwing =
      this.projects.hasUnopened || this.projects.openProjects().some(({ gaps }) => gaps.isOwing);
    this.#tryToWrite(() => {
      if (this.#hasCaughtUp && !isOwing) beat(this.home, systemClock.wall());
    });
  }
}
