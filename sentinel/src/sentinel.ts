import {
  type AbsPath,
  isOlderVersion,
  type MonoMs,
  systemCode,
  UnfError,
  version,
} from "@unf/core/base";
import { limits } from "@unf/core/config";
import { daemonLockPath } from "@unf/core/home";
import {
  freshSupervision,
  judgeSilence,
  type SeenDaemon,
  type SupervisionAction,
  stepSupervision,
} from "@unf/core/intent";
import type { Log } from "@unf/core/ports";
import {
  HomePlace,
  hasChildNamed,
  isAlive,
  type Lock,
  type LockHolder,
  readBusyNote,
  readHolder,
  readIntent,
  readStat,
  type Spawned,
  signalProcess,
  startTicks,
  systemClock,
  takeLastWords,
} from "@unf/system";
import { Announcer } from "./announcer.ts";
import { askDaemon, askToRestart } from "./ask-daemon.ts";
import { QuietLook } from "./quiet-look.ts";
import { startDaemon } from "./start-daemon.ts";

export interface SentinelPorts {
  readonly home: AbsPath;
  readonly log: Log;
  readonly lock: Lock;
}

/** Keeps what runs equal to what ought to run, every 15 s and whenever something is known to have changed. */
export class Sentinel {
  readonly #ports: SentinelPorts;
  readonly #place: HomePlace;
  readonly #announcer: Announcer;
  readonly #quiet: QuietLook;
  #state = freshSupervision;
  #spawned: { readonly process: Spawned; hasEnded: boolean } | undefined;
  /** How it ended, until the next look. */
  #exit: { readonly code: number | null } | undefined;
  #alarm: Disposable | undefined;
  #wake: (() => void) | undefined;
  /** Woken during a look, which may have come too early to see what there was to see. */
  #isWoken = false;
  /** The last reason to wait that was logged. */
  #waitsFor: string | undefined;
  #isEnding = false;

  constructor(ports: SentinelPorts) {
    this.#ports = ports;
    this.#place = new HomePlace(ports.home);
    this.#announcer = new Announcer(ports);
    this.#quiet = new QuietLook(ports.home);
  }

  /** Runs until it is told to end, its lock is lost, or nothing is wanted and nothing runs. */
  async run(): Promise<void> {
    while (!this.#isEnding && this.#mayGoOn()) {
      this.#isWoken = false;
      const action = this.#quiet.holds() ? healthy : await this.#round();
      if (action?.kind === "none" && action.reason === "not_wanted") return;
      await this.#pause(action);
    }
    if (this.#isEnding) await this.#untilNamed();
  }

  /** The daemon is looked for by its lock, once we have ended: one that was just started has none yet. */
  async #untilNamed(): Promise<void> {
    const { home, log } = this.#ports;
    const spawned = this.#spawned;
    const isNamed = () => readHolder(daemonLockPath(home))?.pid === spawned?.process.pid;
    if (spawned === undefined || spawned.hasEnded || isNamed()) return;
    log.info("sentinel.ending", { awaits: spawned.process.pid });
    const end = systemClock.mono() + namedMsMax;
    while (!spawned.hasEnded && !isNamed() && systemClock.mono() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** A home that was taken away is not made again: whoever wants one starts unf in it. */
  #mayGoOn(): boolean {
    const { lock, log, home } = this.#ports;
    if (lock.stillOurs()) return true;
    if (this.#place.stands()) log.error("lock.lost", { path: lock.path });
    else log.error("home.lost", { path: home });
    return false;
  }

  /** One look and what follows from it. What a full or read-only disk refuses is tried again. */
  async #round(): Promise<SupervisionAction | undefined> {
    try {
      const action = await this.#look();
      // Looking takes its time, and the home may have been taken away meanwhile.
      if (this.#ports.lock.stillOurs()) {
        this.#act(action);
        if (isHealthy(action)) await this.#replaceOlder();
        this.#announcer.look(this.#state, action);
        this.#noteQuiet(action);
      }
      return action;
    } catch (thrown) {
      if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
      this.#ports.log.error("look.failed", { error: thrown });
      return undefined;
    }
  }

  /** The daemon, when an earlier version than this one started it. */
  #older(): LockHolder | undefined {
    const holder = readHolder(daemonLockPath(this.#ports.home));
    const isDaemon = holder !== undefined && holder.command === undefined;
    return isDaemon && isOlderVersion(holder.version, version) ? holder : undefined;
  }

  /** After an upgrade. One that does not hear it is asked again at the next look. */
  async #replaceOlder(): Promise<void> {
    const older = this.#older();
    if (older === undefined) return;
    const { home, log } = this.#ports;
    const hasHeard = await askToRestart(home, limits.sentinel.answerMsMax);
    log.info("daemon.upgrade", { pid: older.pid, from: older.version, to: version, hasHeard });
    if (hasHeard) this.#wakeAfter(older, systemClock.mono() + limits.sentinel.tickMs);
  }

  /** Nobody tells of the end of a daemon that another sentinel started, and till the next tick nothing would be recorded. */
  #wakeAfter(process: LockHolder, until: number): void {
    const at = (systemClock.mono() + limits.sentinel.occupiedMs) as MonoMs;
    if (at > until || this.#isEnding) return;
    systemClock.alarm(at, () => (isAlive(process) ? this.#wakeAfter(process, until) : this.wake()));
  }

  #noteQuiet(action: SupervisionAction): void {
    const { daemon, safe } = this.#state;
    const isWell = isHealthy(action) && !safe && this.#older() === undefined;
    if (isWell && daemon?.pid !== undefined) this.#quiet.found(daemon.pid);
    else this.#quiet.forget();
  }

  /** Looks again at once instead of at the next tick. */
  wake(): void {
    this.#isWoken = true;
    this.#quiet.forget();
    this.#wake?.();
  }

  /** A person wants it running: what is put off after crashes is tried now. */
  hurry(): void {
    this.#state = { ...this.#state, startFrom: undefined };
    this.wake();
  }

  /** Ends the loop; the daemon is left alone. */
  end(): void {
    this.#isEnding = true;
    this.wake();
  }

  async #look(): Promise<SupervisionAction> {
    const { home } = this.#ports;
    const daemon = await this.#seeDaemon();
    const isGone = daemon.kind === "absent" || daemon.kind === "occupied";
    const lastWords = isGone ? takeLastWords(home) : undefined;
    const exit = isGone ? this.#exit : undefined;
    // Another daemon's answer says nothing of the one that ended.
    if (isGone || daemon.kind === "answering") this.#exit = undefined;
    const { state, action } = stepSupervision(this.#state, {
      now: systemClock.mono(),
      intent: readIntent(home),
      daemon,
      ...(lastWords === undefined ? {} : { lastWords }),
      ...(exit === undefined ? {} : { exit }),
    });
    this.#state = state;
    this.#say(action);
    return action;
  }

  async #seeDaemon(): Promise<SeenDaemon> {
    const { home } = this.#ports;
    const pong = await askDaemon(home, limits.sentinel.answerMsMax);
    if (pong !== undefined) {
      const { pid, generation } = pong;
      return generation === null
        ? { kind: "answering", pid }
        : { kind: "answering", pid, generation };
    }
    const holder = readHolder(daemonLockPath(home));
    if (holder?.command !== undefined) return { kind: "occupied", pid: holder.pid };
    if (holder !== undefined) return this.#seeSilent(holder.pid);
    // Started, but not yet so far that it holds the lock.
    const spawned = this.#spawned;
    const isStarting = spawned !== undefined && !spawned.hasEnded;
    return isStarting ? this.#seeSilent(spawned.process.pid) : { kind: "absent" };
  }

  #seeSilent(pid: number): SeenDaemon {
    const isAnnounced = readBusyNote(this.#ports.home)?.pid === pid;
    const isFlushing = hasChildNamed(pid, "sync");
    const work = judgeSilence({ state: readStat(pid)?.state, isFlushing, isAnnounced });
    return work === undefined ? { kind: "silent", pid } : { kind: "silent", pid, work };
  }

  /** Once for each stretch of waiting, however often is looked meanwhile. */
  #say(action: SupervisionAction): void {
    const waitsFor = action.kind === "wait" ? action.reason : undefined;
    const isWorthALine = waitsFor === "occupied" || waitsFor === "working";
    if (isWorthALine && waitsFor !== this.#waitsFor) {
      const { home, log } = this.#ports;
      const holder = readHolder(daemonLockPath(home));
      const busy = readBusyNote(home);
      log.info("daemon.awaited", { reason: waitsFor, holder, busy });
    }
    this.#waitsFor = waitsFor;
  }

  #act(action: SupervisionAction): void {
    const { home, log } = this.#ports;
    if (action.kind === "start") {
      log.info("daemon.start", { safe: action.safe, reason: action.reason });
      const spawned = { process: startDaemon(home, action), hasEnded: false };
      this.#spawned = spawned;
      this.#exit = undefined;
      void spawned.process.ended.then(({ code, signal }) => {
        spawned.hasEnded = true;
        if (this.#spawned === spawned) this.#exit = { code };
        log.info("daemon.ended", { code, signal });
        this.wake();
      });
    } else if (action.kind === "signal") {
      log.warn("daemon.signal", { signal: action.signal, reason: action.reason, pid: action.pid });
      const target = { pid: action.pid, startTicks: startTicks(action.pid) };
      if (isAlive(target)) signalProcess(target, action.signal);
    }
  }

  /** Until the next tick, sooner when the action says so, at once when woken. */
  #pause(action: SupervisionAction | undefined): Promise<void> {
    const now = systemClock.mono();
    const tick = now + (this.#quiet.dueInMs ?? limits.sentinel.tickMs);
    const wanted = action?.kind === "wait" ? action.until : tick;
    const at = Math.max(Math.min(tick, wanted), now + soonestMs) as MonoMs;
    return new Promise((resolve) => {
      this.#alarm?.[Symbol.dispose]();
      const go = (): void => {
        this.#alarm?.[Symbol.dispose]();
        this.#wake = undefined;
        resolve();
      };
      this.#wake = go;
      this.#alarm = systemClock.alarm(this.#isWoken ? now : at, go);
    });
  }
}

function isHealthy(action: SupervisionAction): boolean {
  return action.kind === "none" && action.reason === "healthy";
}

const healthy: SupervisionAction = { kind: "none", reason: "healthy" };

/** Less than whoever ends us waits before it cuts us off. Unit: ms. */
const namedMsMax = 3000;

/** Between two looks at the least, whatever is waited for. */
const soonestMs = 250;
