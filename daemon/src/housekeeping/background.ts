import type { MonoMs } from "@unf/core/base";
import { reviewQuarantines } from "@unf/core/intent";
import type { Log } from "@unf/core/ports";
import { AgeClock } from "@unf/engine";
import type { ForgetParams, ForgetReply, StoreStatus } from "@unf/protocol";
import { giveBackMemory, readIntent, systemClock } from "@unf/system";
import { readHeartbeat } from "@unf/wiring/recorder";
import type { Daemon } from "../recorder/daemon.ts";
import { ForgetOn } from "./forget-on.ts";
import type { Housekeeping } from "./housekeeping.ts";
import { openHousekeeping } from "./housekeeping-jobs.ts";
import { readHousekeepingNote } from "./housekeeping-note.ts";
import { openCapWatch, type StoreCap } from "./open-cap-watch.ts";
import { Thrift } from "./thrift.ts";

/** A daemon's work beside recording: orders to forget, thinning and packing, the size of the store. */
export class Background {
  readonly #daemon: Daemon;
  readonly #log: Log;
  readonly #forgetOn: ForgetOn;
  readonly #ages: AgeClock;
  #housekeeping: Housekeeping | undefined;
  readonly #cap: StoreCap;
  readonly #thrift = new Thrift(giveBackMemory);
  #firstLook: Disposable | undefined;
  #hasCarriedOn = false;

  constructor(daemon: Daemon, log: Log) {
    this.#daemon = daemon;
    this.#log = log;
    this.#forgetOn = new ForgetOn(daemon, (thrown) => this.#say(thrown));
    this.#ages = openAges(daemon);
    this.#cap = openCapWatch(daemon, log, this.#ages);
    this.#keepHouse();
  }

  get store(): StoreStatus {
    return this.#cap.report();
  }

  /** Carries on with what was left to forget: before anything is recorded. Never fails. */
  async carryOn(): Promise<void> {
    await this.#orSay(this.#forgetOn.start());
    this.#hasCarriedOn = true;
  }

  /** Starts the daemon. */
  async start(): Promise<void> {
    await this.#daemon.start();
    this.#cap.look();
    const idleMs = this.#daemon.world.config["housekeeping.idle"];
    const at = (systemClock.mono() + idleMs) as MonoMs;
    this.#firstLook = systemClock.alarm(at, () => this.#housekeeping?.look());
  }

  /** To be called every few seconds. What is due runs beside everything else. */
  check(): void {
    // A timeline in which something is being forgotten is nobody else's.
    if (!this.#hasCarriedOn) return;
    void reviewTrials(this.#daemon, this.#log);
    void this.#orSay(this.#forgetOn.check());
    this.#ages.now();
    this.#keepHouse();
    this.#housekeeping?.look();
    this.#cap.look();
    this.#thrift.look(this.#daemon.projects.openProjects().every(({ isCalm }) => isCalm));
  }

  /** `bytes`: of a recorded content. */
  noteWritten(bytes: number): void {
    this.#cap.noteWritten(bytes);
  }

  forget(params: ForgetParams): Promise<ForgetReply> {
    return this.#forgetOn.carryOut(params);
  }

  async close(): Promise<void> {
    this.#firstLook?.[Symbol.dispose]();
    this.#forgetOn.close();
    await this.#housekeeping?.close();
  }

  /** After a crash loop the daemon only records, until it has run well for long. */
  #keepHouse(): void {
    if (this.#housekeeping !== undefined || this.#daemon.safeMode) return;
    const onWorked = () => {
      this.#cap.doubt();
      this.#cap.look();
    };
    this.#housekeeping = openHousekeeping(this.#daemon, this.#log, this.#ages, onWorked);
  }

  /** Logs a failed forgetting: recording goes on. */
  #orSay(forgetting: Promise<void>): Promise<void> {
    return forgetting.catch((thrown: unknown) => this.#say(thrown));
  }

  #say(thrown: unknown): void {
    this.#log.error("forget.failed", { error: thrown });
  }
}

/** Where the last daemon was left at; else when it was last alive, and in a new home now. */
function openAges({ home }: Daemon): AgeClock {
  const { countedTo } = readHousekeepingNote(home);
  return new AgeClock(systemClock, countedTo ?? readHeartbeat(home) ?? systemClock.wall());
}

/** Tries projects in quarantine again when it is time, and forgets trials that went well. Never fails. */
async function reviewTrials(daemon: Daemon, log: Log): Promise<void> {
  const isConcerned = daemon.projects.members.some(
    ({ intended }) => (intended.quarantined ?? intended.trial) !== undefined,
  );
  if (!isConcerned || daemon.safeMode) return;
  const review = (intent: Parameters<typeof reviewQuarantines>[0]) =>
    reviewQuarantines(intent, systemClock.wall());
  try {
    const chosen = readIntent(daemon.home);
    if (chosen.kind !== "known" || review(chosen.intent) === chosen.intent) return;
    daemon.writeIntent(review);
    log.info("quarantine.reviewed");
    await daemon.reconcile({});
  } catch (thrown) {
    log.error("quarantine.failed", { error: thrown });
  }
}
