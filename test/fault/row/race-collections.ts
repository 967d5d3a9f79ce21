import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { digest } from "@unf/system/digest";
import type { Ack } from "../checker/ack.ts";
import { checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import { type Daemon, startDaemon } from "../daemon.ts";
import type { Interposer } from "../native/interposer.ts";
import type { Place } from "../program/recording.ts";
import { openStage } from "../stage.ts";
import { type AgedHistory, recordAgedHistory } from "./aged-history.ts";
import { createDraw } from "./kill-random.ts";
import { Stopper } from "./stop-daemon.ts";

export interface RaceCollections {
  readonly seed: number;
  /** How long it goes on: so many rounds, or so much time. */
  readonly until: { readonly rounds: number } | { readonly ms: number };
  /** With it, the daemon is also stopped exactly where it commits what it found in the store. */
  readonly interposer?: Interposer | undefined;
  /** Another copy of the repository. */
  readonly tree?: string | undefined;
}

/** Counts the events, so that a race in which nothing happened is not taken for a good one. */
export interface RaceTally {
  rounds: number;
  saves: number;
  collections: number;
  objectsCollected: number;
  rowsPruned: number;
  /** At a random instant, and right before the commit of rows whose contents were found. */
  stops: number;
  stopsAtCommit: number;
}

/** Files saved in a round whose contents no row has: few enough to be followed one by one. */
const filesMax = 30;

/**
 * Saves contents whose objects stand there, old and needed by nothing or by rows that are being pruned,
 * while a daemon collects without pause: it finds each in the store, and its row waits for the commit.
 * Now and then the daemon is stopped for a moment. After the rounds each row must have its content.
 */
export async function raceCollections(
  race: RaceCollections,
): Promise<{ readonly tally: RaceTally; readonly measures: Measures }> {
  using stage = openStage();
  const measures = noFindings();
  const place = stage.place("race");
  const isLong = "ms" in race.until;
  const aged = await recordAgedHistory(place, { isLong, tree: race.tree });
  const control = join(stage.directory, "rules");
  const { tree, interposer } = race;
  const daemon = await startDaemon({
    place,
    ...(tree === undefined ? {} : { tree }),
    ...(interposer === undefined ? {} : { env: interposer.environment({ control }) }),
  });
  using stopper = new Stopper({
    daemon,
    place,
    measures,
    control,
    isExact: interposer !== undefined,
  });
  try {
    const running = new Race({ race, place, daemon, aged, measures, stopper });
    await running.run();
    await daemon.signal("SIGTERM");
    if (daemon.exitCode !== 0) measures.crash.push(`ended with ${daemon.exitCode}`);
    return { tally: running.tally, measures };
  } finally {
    if (daemon.exitCode === undefined) await daemon.signal("SIGKILL");
  }
}

interface RaceParts {
  readonly race: RaceCollections;
  readonly place: Place;
  readonly daemon: Daemon;
  readonly aged: AgedHistory;
  readonly measures: Measures;
  readonly stopper: Stopper;
}

class Race {
  readonly tally: RaceTally = {
    ...{ rounds: 0, saves: 0, collections: 0, objectsCollected: 0, rowsPruned: 0 },
    ...{ stops: 0, stopsAtCommit: 0 },
  };
  readonly #parts: RaceParts;
  readonly #draw: (below: number) => number;
  readonly #acks: Ack[] = [];

  constructor(parts: RaceParts) {
    this.#parts = parts;
    this.#draw = createDraw(parts.race.seed);
  }

  async run(): Promise<void> {
    const { race, aged, measures } = this.#parts;
    const end = "ms" in race.until ? performance.now() + race.until.ms : undefined;
    const isOver = () =>
      "ms" in race.until ? performance.now() >= (end ?? 0) : this.tally.rounds >= race.until.rounds;
    while (!isOver() && measures.rowsWithoutBlob.length === 0) {
      const group = this.tally.rounds < aged.groups ? this.tally.rounds : undefined;
      await this.#round(group);
      this.tally.rounds += 1;
      if (end === undefined || this.tally.rounds % 10 === 0) this.#check();
    }
    this.#check();
    // Then it was no race: everything was captured before a collection saw it, or nothing was pruned.
    if (this.tally.objectsCollected === 0) measures.crash.push("nothing was collected");
    if (this.tally.rowsPruned === 0) measures.crash.push("nothing was pruned");
  }

  /** `group`: of the aged history, whose first versions are pruned meanwhile. */
  async #round(group: number | undefined): Promise<void> {
    const { daemon, aged, stopper, place } = this.#parts;
    const { rounds } = this.tally;
    const planted = Array.from({ length: filesMax }, (_, n) => `round ${rounds}, text ${n}\n`);
    const old = group === undefined ? [] : aged.texts(group);
    // Some wait for the collection, the others appear just before they are captured.
    const late = new Set(planted.filter((_, n) => n % 3 > 0));
    for (const text of planted) if (!late.has(text)) plantOld(place, text);
    const collecting = new Collecting(daemon, this.#draw);
    let pruning: Promise<number> | undefined;
    for (const [n, text] of [...planted.slice(0, 15), ...old, ...planted.slice(15)].entries()) {
      if (group !== undefined && n === 15 + this.#draw(10)) pruning ??= aged.prune(daemon, group);
      if (late.has(text)) plantOld(place, text);
      this.#acks.push(save(place, `${rounds}/${n}.txt`, text));
      this.tally.saves += 1;
      const dice = this.#draw(12);
      if (dice === 0) this.tally.stops += await stopper.stop(this.#draw(20));
      else if (dice === 1) this.tally.stopsAtCommit += await stopper.stopAtCommit(this.#draw(20));
      else await pause(this.#draw(8));
    }
    if (group !== undefined) pruning ??= aged.prune(daemon, group);
    await daemon.request("flush", {});
    this.tally.rowsPruned += (await pruning) ?? 0;
    const { collections, objects } = await collecting.end();
    this.tally.collections += collections;
    this.tally.objectsCollected += objects;
  }

  #check(): void {
    const { measures, place, race } = this.#parts;
    const where = `seed ${race.seed}, round ${this.tally.rounds}`;
    addFindings(measures, checkKilled({ ...place, acks: this.#acks }), where);
  }
}

/** One collection after the other, until it is ended; some empty the trash. */
class Collecting {
  readonly #daemon: Daemon;
  readonly #draw: (below: number) => number;
  readonly #done: Promise<void>;
  #isOver = false;
  #collections = 0;
  #objects = 0;

  constructor(daemon: Daemon, draw: (below: number) => number) {
    this.#daemon = daemon;
    this.#draw = draw;
    this.#done = this.#run();
  }

  /** How many collections there were, and how many objects they took. */
  async end(): Promise<{ readonly collections: number; readonly objects: number }> {
    this.#isOver = true;
    await this.#done;
    return { collections: this.#collections, objects: this.#objects };
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const order = { dry_run: false, empty_trash: this.#draw(3) === 0 };
      const { collected } = await this.#daemon.request("collect", order);
      this.#collections += 1;
      this.#objects += collected.objects;
    }
  }
}

/** An object as a deleted row leaves it, too old for the grace of a new one. */
function plantOld({ home }: Place, text: string): void {
  const hash = digest(new TextEncoder().encode(text));
  const path = join(home, "objects", hash.slice(0, 2), hash.slice(2));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o444 });
  const then = Date.now() / 1000 - 7200;
  utimesSync(path, then, then);
}

function save({ root }: Place, path: string, text: string): Ack {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return { path, hash: digest(new TextEncoder().encode(text)), by: "flush" };
}
