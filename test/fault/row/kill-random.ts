import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AbsPath, SnapshotId } from "@unf/core/base";
import { digest } from "@unf/system/digest";
import { openHomeReader } from "@unf/wiring";
import type { Ack } from "../checker/ack.ts";
import { type Away, checkHome, checkKilled } from "../checker/check-home.ts";
import { addFindings, type Measures, noFindings } from "../checker/measures.ts";
import { type Daemon, startDaemon } from "../daemon.ts";
import type { Place } from "../program/recording.ts";
import { openStage } from "../stage.ts";

export interface KillRandom {
  readonly seed: number;
  readonly kills: number;
  /** Another copy of the repository. */
  readonly tree?: string;
}

/**
 * Saves without pause while a daemon records, kills it at random instants, changes something while
 * nobody records, and starts the next one. Acknowledged is what a flush returned for and what a
 * reader saw.
 */
export async function killAtRandom({ seed, kills, tree }: KillRandom): Promise<Measures> {
  using stage = openStage("disk");
  const place = stage.place("killed");
  const measures = noFindings();
  const acks: Ack[] = [];
  const away: Away[] = [];
  const draw = createDraw(seed);
  const start = (): Promise<Daemon> =>
    startDaemon(tree === undefined ? { place } : { place, tree });
  let daemon = await start();
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const load = new Load(place, daemon, { draw, acks });
      const saving = load.run(3 + draw(12));
      await load.reached;
      await pause(draw(40));
      await daemon.signal("SIGKILL");
      await saving;
      const killed = checkKilled({ ...place, acks });
      addFindings(measures, killed, `seed ${seed}, kill ${kill}, not recovered`);
      const from = Date.now();
      writeFileSync(join(place.root, "while-away.txt"), `kill ${kill}\n`);
      leaveTemporaries(place.home);
      const to = Date.now();
      daemon = await start();
      await daemon.request("flush", {});
      away.push({ from, to });
    }
    await daemon.signal("SIGTERM");
    if (daemon.exitCode !== 0) measures.crash.push(`ended with ${daemon.exitCode}`);
    addFindings(measures, checkHome({ ...place, acks, away }), `seed ${seed}`);
  } finally {
    if (daemon.exitCode === undefined) await daemon.signal("SIGKILL");
  }
  return measures;
}

/**
 * Leaves the files of a program that was killed two hours ago in the middle of writing the intent, and
 * those of the daemon, which was killed just now, while it noted the store's size.
 */
function leaveTemporaries(home: string): void {
  writeFileSync(join(home, "run/.store-size.json.0123456789abcdef0123.tmp"), "half of a no");
  const path = join(home, ".intent.json.0123456789abcdef0123.tmp");
  writeFileSync(path, "half of an int");
  const then = Date.now() / 1000 - 2 * 3600;
  utimesSync(path, then, then);
}

/** Whole numbers below a bound, the same ones for the same seed. */
export function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Saves, flushes and reads until the daemon is gone. */
class Load {
  readonly #place: Place;
  readonly #daemon: Daemon;
  readonly #draw: (below: number) => number;
  readonly #acks: Ack[];
  readonly #written = new Map<string, string | null>();
  readonly #reached = Promise.withResolvers<void>();
  #seen = 0;

  constructor(
    place: Place,
    daemon: Daemon,
    { draw, acks }: { readonly draw: (below: number) => number; readonly acks: Ack[] },
  ) {
    this.#place = place;
    this.#daemon = daemon;
    this.#draw = draw;
    this.#acks = acks;
  }

  /** Resolves when the number of rounds that was asked for is over; it saves on after that. */
  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  async run(rounds: number): Promise<void> {
    for (let round = 0; this.#daemon.exitCode === undefined; round += 1) {
      if (round === rounds) this.#reached.resolve();
      for (let n = this.#draw(6); n >= 0; n -= 1) this.#save(round);
      try {
        if (this.#draw(2) === 0) await this.#flush();
        else await pause(this.#draw(30));
      } catch {
        // The daemon was killed while it was asked: that nothing was acknowledged is what counts.
        break;
      }
      this.#read();
    }
    this.#reached.resolve();
  }

  #save(round: number): void {
    const path = `d${this.#draw(3)}/f${this.#draw(30)}.txt`;
    const file = join(this.#place.root, path);
    mkdirSync(join(file, ".."), { recursive: true });
    if (this.#draw(9) === 0) {
      rmSync(file, { force: true });
      this.#written.delete(path);
      return;
    }
    const text = `round ${round} ${this.#draw(1000)}\n`.repeat(1 + this.#draw(40));
    writeFileSync(file, text);
    this.#written.set(path, digest(new TextEncoder().encode(text)));
  }

  async #flush(): Promise<void> {
    const written = [...this.#written];
    await this.#daemon.request("flush", {});
    for (const [path, hash] of written) this.#acks.push({ path, hash, by: "flush" });
    this.#written.clear();
  }

  /** Rows that a reader has seen since the last time. */
  #read(): void {
    using home = openHomeReader(this.#place.home as AbsPath);
    const [project] = home.projects();
    if (project === undefined) return;
    using reader = home.open(project);
    const after = this.#seen as SnapshotId;
    const query = { within: [], interim: true, order: "oldest", after } as const;
    for (const { id, path, hash } of reader.timeline.find(query)) {
      this.#seen = id;
      this.#acks.push({ path, hash, by: "reader" });
    }
  }
}
