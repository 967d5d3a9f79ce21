import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AbsPath } from "@unf/core";
import { daemonLockPath, takeLock } from "@unf/system";
import { digest } from "@unf/system/digest";
import type { Ack } from "../checker/ack.ts";
import { checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import { type Daemon, startDaemon } from "../daemon.ts";
import type { Place } from "../program/recording.ts";
import { openStage } from "../stage.ts";
import { createDraw } from "./kill-random.ts";

export interface RaceCollections {
  readonly seed: number;
  readonly rounds: number;
  /** Another copy of the repository. */
  readonly tree?: string;
}

/** Files saved in a round: few enough to be followed one by one. */
const filesMax = 60;

/**
 * Saves contents whose objects stand there, old and needed by nothing, while a daemon collects
 * without pause: it finds each in the store, and its row waits for the commit. Now and then the
 * daemon is stopped for a moment. After every round each row must have its content in the store.
 */
export async function raceCollections(race: RaceCollections): Promise<Measures> {
  const { seed, rounds, tree } = race;
  using stage = openStage();
  const place = stage.place("race");
  const measures = noFindings();
  const draw = createDraw(seed);
  const acks: Ack[] = [];
  let objects = 0;
  const daemon = await startDaemon(tree === undefined ? { place } : { place, tree });
  try {
    for (let round = 0; round < rounds; round += 1) {
      const texts = Array.from({ length: filesMax }, (_, n) => `round ${round}, text ${n}\n`);
      const collecting = new Collecting(daemon);
      for (const [n, text] of texts.entries()) {
        plantOld(place, text);
        acks.push(save(place, `${round}/${n}.txt`, text));
        if (draw(6) === 0) await standStill(daemon, { place, measures, ms: draw(20) });
        else await pause(draw(8));
      }
      await daemon.request("flush", {});
      objects += await collecting.end();
      addFindings(measures, checkKilled({ ...place, acks }), `seed ${seed}, round ${round}`);
    }
    // Then it was no race: every object was captured before a collection saw it.
    if (objects === 0) measures.crash.push("nothing was collected");
    await daemon.signal("SIGTERM");
    if (daemon.exitCode !== 0) measures.crash.push(`ended with ${daemon.exitCode}`);
  } finally {
    if (daemon.exitCode === undefined) await daemon.signal("SIGKILL");
  }
  return measures;
}

/** One collection after the other, until it is ended. */
class Collecting {
  readonly #daemon: Daemon;
  readonly #done: Promise<void>;
  #isOver = false;
  #objects = 0;

  constructor(daemon: Daemon) {
    this.#daemon = daemon;
    this.#done = this.#run();
  }

  /** How many objects were collected. */
  async end(): Promise<number> {
    this.#isOver = true;
    await this.#done;
    return this.#objects;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const order = { dry_run: false, empty_trash: false };
      const { collected } = await this.#daemon.request("collect", order);
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

/** While the daemon cannot move, nobody else may collect either: its lock is its lock. */
async function standStill(
  daemon: Daemon,
  {
    place,
    measures,
    ms,
  }: { readonly place: Place; readonly measures: Measures; readonly ms: number },
): Promise<void> {
  await daemon.signal("SIGSTOP");
  const taken = takeLock(daemonLockPath(place.home as AbsPath), { version: "0.1.0" });
  if (taken.kind !== "held") {
    taken.lock[Symbol.dispose]();
    measures.crash.push("another process got the lock of a daemon that stands still");
  }
  await pause(ms);
  await daemon.signal("SIGCONT");
}
