import type { AbsPath, MonoMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { InvertReport, RestoreReport } from "@unf/engine";
import {
  invertBusily,
  restoreBusily,
  tellRefusal,
  unlockForOperations,
} from "./busy-operations.ts";
import {
  checkEqual,
  checkFlushed,
  checkLeft,
  checkRestored,
  checkSettled,
  checkUndone,
  rememberFlush,
  type Waiting,
} from "./checks.ts";
import { collectBusily, plantOldObjects } from "./collections.ts";
import { type Mutant, noMutant } from "./mutants.ts";
import type { WholeTree } from "./operations.ts";
import type { ReadHook } from "./ports.ts";
import { Pruner } from "./prunings.ts";
import { RecorderProcess } from "./recorder-process.ts";
import { makeTrouble } from "./trouble.ts";
import { User } from "./user.ts";
import { locate, objectsDirectory, type SimProject, World } from "./world.ts";

export interface SimOptions {
  readonly seed: number;
  /** How many things happen. */
  readonly steps: number;
  readonly mutant?: Mutant;
  /** Filled with one line for each thing that happened. */
  readonly trace?: string[];
}

/** Plays one world from its seed. Gives the promise that was broken, or `undefined`. */
export async function simulate(options: SimOptions): Promise<string | undefined> {
  const play = new Play(options);
  try {
    await play.run(options.steps);
  } catch (thrown) {
    if (!(thrown instanceof Ended)) {
      const stack = thrown instanceof Error ? thrown.stack : String(thrown);
      play.world.fail(`the simulation itself threw ${stack}`);
    }
  }
  return play.world.violation;
}

/** Nothing is played after a broken promise. */
class Ended extends Error {}
/** Everything else is over long before. */
const turnsMax = 20_000;

class Play {
  readonly world: World;
  readonly #user: User;
  readonly #pruner: Pruner;
  #process: RecorderProcess | undefined;
  #isBooted = false;
  #flushes: Waiting[] = [];

  constructor({ seed, mutant = noMutant, trace }: SimOptions) {
    this.world = new World(seed, mutant, trace);
    this.#user = new User(this.world);
    this.#pruner = new Pruner(this.world, seed);
    this.world.onInside = () => this.#act({ within: true });
    this.world.note(() => JSON.stringify(this.world.temper));
  }

  async run(steps: number): Promise<void> {
    const { world } = this;
    for (let count = world.random.below(10); count > 0; count -= 1) this.#user.act();
    for (let step = 0; step < steps; step += 1) {
      world.isQuiet = false;
      world.writeBack();
      if (this.#process?.isAlive !== true) this.#whileAway();
      else await this.#step();
      world.isQuiet = true;
      await this.#settle();
    }
    await this.#finish();
  }

  /** Nobody records. Things happen all the same, until somebody starts the recorder. */
  #whileAway(): void {
    const { random, clock } = this.world;
    this.#flushes = [];
    if (random.chance(0.5)) this.#act();
    if (random.chance(0.3)) clock.stall(random.pick([1, 30, 5000, 100_000]));
    if (random.chance(0.1)) this.world.isFull = false;
    if (random.chance(0.4)) this.#start();
  }

  async #step(): Promise<void> {
    const { random, scheduler, projects, temper } = this.world;
    const pruning = this.#pruner.next();
    if (pruning !== "none") return this.#prune(pruning);
    const dice = random.below(100);
    if (random.chance(temper.collects)) this.#busily(collectBusily);
    else if (dice < 38) this.#act();
    else if (dice < 50) this.#handOver(1 + random.below(6));
    else if (dice < 66) await this.#advance(random.pick([1, 5, 30, 120, 700, 3500]));
    else if (dice < 82) {
      for (let count = 1 + random.below(4); count > 0; count -= 1) {
        scheduler.resumeOne();
        await this.#settle();
      }
    } else if (dice < 87) this.#flushBusily();
    else if (dice < 90) await this.#flushQuietly(random.pick(projects));
    else if (dice < 91) await this.#restoreQuietly(random.pick(projects));
    else if (dice < 93) this.#busily(restoreBusily);
    else if (dice < 94) this.#busily(invertBusily);
    else if (dice < 95) await this.#restart();
    else if (dice < 97) this.world.die(random.chance(temper.powerCut));
    else makeTrouble(this.world, (where, work) => this.#guarded(where, work));
  }

  #handOver(count: number): void {
    const { watcher } = this.world.random.pick(this.world.projects);
    this.#guarded("hint", () => watcher.handOver(count));
  }

  #act({ within = false } = {}): void {
    this.#user.act({ within });
    plantOldObjects(this.world);
    this.#look();
  }

  #look(): void {
    for (const { project, seen } of this.#flushes) seen.push(project.oracle.look());
  }

  #start(): void {
    this.world.note(() => "START");
    this.#isBooted = false;
    this.#guarded("start", () => {
      const started = new RecorderProcess(this.world, this.#onRead);
      this.#process = started;
      started.boot().then(
        () => {
          this.#isBooted = started === this.#process;
        },
        (thrown: unknown) => this.world.caught(thrown, "start"),
      );
    });
  }

  /** Somebody writes into the file while it is read. */
  readonly #onRead: ReadHook = (path, limit, read) => {
    const place = locate(this.world.projects, path);
    if (read.kind !== "content" || read.stat.kind !== "file" || place === undefined) return read;
    if (!this.world.strikes(this.world.temper.inside / 4)) return read;
    const after = this.#user.scribble(place.project, place.path);
    place.project.torn.add(place.path);
    // It may be an ignore file: what a flush may say is then another thing from here on.
    this.#look();
    if (after === undefined || after.length > limit) return read;
    const half = read.bytes.length >> 1;
    const bytes = Buffer.concat([read.bytes.subarray(0, half), after.subarray(half)]);
    return { kind: "unstable", bytes: Uint8Array.from(bytes), stat: read.stat };
  };

  #flushBusily(): void {
    const { world } = this;
    const project = world.random.pick(world.projects);
    const process = this.#process;
    if (process === undefined || !this.#isBooted) return;
    world.note(() => `flush ${project.root}, while others go on`);
    const waiting: Waiting = {
      project,
      seen: [project.oracle.look()],
      restored: world.restores > 0,
    };
    this.#flushes.push(waiting);
    process
      .project(project)
      .flush()
      .then(
        () => {
          if (!process.isAlive) return;
          this.#flushes = this.#flushes.filter((one) => one !== waiting);
          world.note(() => `flushed ${project.root}`);
          checkFlushed(world, waiting);
        },
        (thrown: unknown) => world.caught(thrown, "flush"),
      );
  }

  async #flushQuietly(project: SimProject): Promise<boolean> {
    this.world.isQuiet = true;
    if (!(await this.#untilBooted())) return false;
    this.world.note(() => `flush ${project.root}`);
    const done = await this.#complete("flush", () => this.#process?.project(project).flush());
    if (!done) return false;
    rememberFlush(this.world, project);
    checkEqual(this.world, project, "after a flush");
    checkSettled(this.world, project);
    return true;
  }

  async #prune(how: "busily" | "quietly" | "time passes"): Promise<void> {
    const [project] = this.world.projects;
    if (how === "busily") return this.#busily((_, process) => this.#pruner.begin(process));
    // Rows are too young to go for a minute.
    await this.#advance(61_000);
    if (how !== "quietly" || project === undefined || !(await this.#flushQuietly(project))) return;
    await this.#complete(
      "prune",
      () => this.#process && this.#pruner.twice(this.#process, project),
    );
  }

  async #restoreQuietly(project: SimProject): Promise<void> {
    const { world } = this;
    world.isQuiet = true;
    const point = project.points.length === 0 ? undefined : world.random.pick(project.points);
    if (point === undefined || !(await this.#untilBooted())) return;
    world.note(() => `restore ${project.root} to v${point.id}`);
    const [isRivalled, before] = [world.restores > 0, project.oracle.look()];
    for (const waiting of this.#flushes) waiting.restored = true;
    let report: RestoreReport | undefined;
    const done = await this.#complete("restore", async () => {
      report = await this.#process?.restore(project, point.id);
    });
    if (!done || report === undefined) return;
    checkRestored(world, project, { id: point.id, point: point.tree, before, isRivalled, report });
    if (!(await this.#flushQuietly(project))) return;
    world.note(() => "restored");
    const whole = project.operations.before(report.operation ?? 0);
    if (whole !== undefined && world.random.chance(0.5)) await this.#undoQuietly(project, whole);
  }

  /** Nobody changed anything since: everything must be as it was before the operation. */
  async #undoQuietly(project: SimProject, before: WholeTree): Promise<void> {
    this.world.note(() => `undo in ${project.root}`);
    let report: InvertReport | undefined;
    const done = await this.#complete("restore", async () => {
      report = await this.#process?.invert(project, "undo");
    });
    if (done && report !== undefined) checkUndone(this.world, project, { before, report });
  }

  #busily(begin: (world: World, process: RecorderProcess) => boolean): void {
    if (this.#process === undefined || !this.#isBooted) return;
    if (begin(this.world, this.#process))
      for (const waiting of this.#flushes) waiting.restored = true;
  }

  async #restart(): Promise<void> {
    const { world } = this;
    if (!this.#isBooted) return;
    world.isQuiet = world.random.chance(0.5);
    world.note(() => "restart");
    world.isClosing = true;
    if (!(await this.#complete("close", () => this.#process?.close()))) return;
    for (const project of world.projects) {
      // A store that failed keeps what it could not take for the next start.
      if (this.#process?.project(project).suspension.isOn === true) continue;
      if (project.timeline.inboxHashes().length > 0)
        world.fail(`the inbox of ${project.root} outlived a clean end`);
    }
    world.die(false);
    this.#start();
  }

  /** After all of it: a recorder that is left in peace makes everything equal, and leaves nothing lying about. */
  async #finish(): Promise<void> {
    const { world } = this;
    world.isFull = false;
    world.note(() => "THE END BEGINS");
    for (const project of world.projects) unlockForOperations(world, project);
    if (this.#process?.isAlive !== true) this.#start();
    await this.#settle();
    // A store that has just failed is not asked again at once.
    if (world.hasFailed) await this.#advance(limits.suspension.askedMs);
    for (const project of world.projects) {
      if (!(await this.#untilBooted())) world.fail("the last start did not succeed");
      await this.#untilWatched(project);
      await this.#checkFaithful(project);
      this.#user.sign(project);
      this.#look();
      if (!(await this.#flushQuietly(project))) world.fail("the last flush did not succeed");
      await this.#settle();
      await this.#restoreQuietly(project);
      await this.#settle();
    }
    for (const project of world.projects) await this.#untilWatched(project);
    await this.#complete("close", () => this.#process?.close());
    world.checkKept();
    for (const project of world.projects) checkLeft(world, project);
    const temporaries = world.disk.list(`${objectsDirectory}/tmp` as AbsPath) ?? [];
    if (temporaries.length > 0) world.fail("temporaries are left in the object store");
    await this.#settle();
    world.die(true);
    await this.#settle();
  }

  /** With a watcher that tells of everything, no sweep is needed: bursts end, and all is recorded. */
  async #checkFaithful(project: SimProject): Promise<void> {
    const { world } = this;
    const { hintDropped, hintsShuffled, queueMax, watcherDies, oddFiles } = world.temper;
    const isFaithful = hintDropped + hintsShuffled + watcherDies === 0 && queueMax > 1000;
    // One name of a hard link is written to and the watcher tells of that name alone.
    if (!isFaithful || oddFiles || world.random.chance(0.5)) return;
    world.note(() => "waiting for all bursts to end");
    const end = world.clock.now + 25_000;
    while (world.clock.now < end) {
      this.#guarded("hint", () => project.watcher.handOver(1000));
      await this.#turn();
    }
    checkEqual(world, project, "without a flush");
    checkSettled(world, project);
  }

  async #advance(ms: number): Promise<void> {
    const { clock } = this.world;
    const end = clock.now + ms;
    for (let turn = 0; turn < 200 && this.#ring(end as MonoMs); turn += 1) await this.#settle();
    clock.stall(end - clock.now);
  }

  /** Rings one alarm; false when none is due. */
  #ring(until: MonoMs): boolean {
    let rang = false;
    this.#guarded("alarm", () => {
      rang = true;
      rang = this.world.clock.ringNext(until);
    });
    return rang;
  }

  async #untilBooted(): Promise<boolean> {
    for (let turn = 0; turn < turnsMax && !this.#isBooted; turn += 1) {
      if (this.#process?.isAlive !== true) return false;
      await this.#turn();
    }
    if (!this.#isBooted) this.world.fail("the start does not end");
    return this.#process?.isAlive === true;
  }

  /** A watcher that died is set up again after a while, and the gap of its absence closed. */
  async #untilWatched({ watcher, timeline, root }: SimProject): Promise<void> {
    const isWhole = () =>
      watcher.isAttached && timeline.gaps().every((gap) => gap.closedAt !== null);
    for (let turn = 0; turn < turnsMax && !isWhole(); turn += 1) await this.#turn();
    if (!isWhole()) this.world.fail(`${root} is never watched again, or a gap stays open`);
  }

  /** Plays on until the work is done; false when it was not to be. */
  async #complete(where: string, work: () => Promise<unknown> | undefined): Promise<boolean> {
    let isDone = false;
    let isWell = false;
    work()?.then(
      () => {
        isDone = true;
        isWell = true;
      },
      (thrown: unknown) => {
        isDone = true;
        if (where === "restore") tellRefusal(this.world, thrown);
        else this.world.caught(thrown, where);
      },
    );
    await this.#settle();
    for (let turn = 0; turn < turnsMax && !isDone; turn += 1) {
      if (this.#process?.isAlive !== true) return false;
      await this.#turn();
    }
    if (!isDone) this.world.fail(`${where} does not end`);
    return isWell && this.#process?.isAlive === true;
  }

  /** Takes the next turn: something that waits goes on, a hint arrives, or time passes. */
  async #turn(): Promise<void> {
    const { scheduler, random, clock } = this.world;
    if (random.chance(0.1)) this.#handOver(1 + random.below(6));
    else if (!scheduler.resumeOne()) {
      const next = clock.nextAlarmAt;
      if (next !== undefined) this.#ring(Math.max(next, clock.now) as MonoMs);
    }
    await this.#settle();
  }

  #guarded(where: string, work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.world.caught(thrown, where);
    }
  }

  async #settle(): Promise<void> {
    await this.world.scheduler.settle();
    if (this.world.violation !== undefined) throw new Ended();
  }
}
