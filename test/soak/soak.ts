import { inspect } from "node:util";
import { comparePictures, readDisk, readTimeline } from "../fuzz/picture.ts";
import { until } from "../kit/index.ts";
import { Acknowledged } from "./acknowledged.ts";
import type { Fault, Stage } from "./fault.ts";
import type { Place, Plot } from "./place.ts";
import { type Pace, Pump } from "./pump.ts";
import { askStatus, nothingAsked, type Span } from "./watch.ts";

/** The outcome of a fault that was played once. */
export interface Played {
  readonly fault: Fault;
  readonly span: Span;
  /** One line for each path whose last state is not what the timeline shows. */
  readonly missed: readonly string[];
  readonly lost: readonly string[];
  /** Commands that failed, and what `unf status` still says when it is over and all should be well. */
  readonly failures: readonly string[];
}

export interface SoakOptions {
  readonly pace: Pace;
  readonly holdMs: number;
  readonly limitMs: number;
}

/** Of a failure. Unit: characters. */
const saidMax = 1000;

/** Plays faults one after the other while every project is written to. */
export class Soak {
  readonly acknowledged: Acknowledged;
  readonly #place: Place;
  readonly #options: SoakOptions;
  readonly #pumps: ReadonlyMap<Plot, Pump>;

  constructor(place: Place, options: SoakOptions) {
    this.#place = place;
    this.#options = options;
    this.acknowledged = new Acknowledged(place);
    const seedOf = (index: number) => place.seed * 3_000 + index * 1_000;
    this.#pumps = new Map(
      place.plots.map((plot, index) => [plot, new Pump(plot, seedOf(index), options.pace)]),
    );
  }

  /** Plays it, then has the writers rest and looks at what is recorded and what is still there. */
  async play(fault: Fault): Promise<Played> {
    for (const pump of this.#pumps.values()) pump.start();
    const failures: string[] = [];
    const note = (thrown: unknown) => void failures.push(inspect(thrown).slice(0, saidMax));
    const span = await fault.play(this.#stage()).catch((thrown: unknown): Span => {
      note(thrown);
      return { ms: undefined, sayings: nothingAsked };
    });
    await Promise.all([...this.#pumps.values()].map((pump) => pump.stop()));
    const missed = await this.#listMissed();
    const unwell = await this.#askUntilWell();
    if (unwell !== undefined) note(`afterwards unf status still says: ${unwell}`);
    // A person restarts a recorder that does not come back, so that the next fault finds one.
    if (unwell !== undefined) await this.#place.unf("restart");
    await this.acknowledged.note(this.#options).catch(note);
    return { fault, span, missed, lost: this.acknowledged.listLost(), failures };
  }

  async #askUntilWell(): Promise<string | undefined> {
    let words: string | undefined;
    const isWell = async () => {
      words = await askStatus(this.#place);
      return words === undefined;
    };
    const { limitMs } = this.#options;
    await until("all is well", isWell, { limitMs, everyMs: 500 }).catch(() => undefined);
    return words;
  }

  #stage(): Stage {
    const { holdMs, limitMs } = this.#options;
    return {
      place: this.#place,
      holdMs,
      limitMs,
      clear: async (plot) => await this.#pumps.get(plot)?.stop(),
    };
  }

  /** Nobody asks the daemon for anything: events and sweeps must be enough. */
  async #listMissed(): Promise<string[]> {
    const isEqual = async () => (await this.#compare()).length === 0;
    const { limitMs } = this.#options;
    await until("timelines and disks are equal", isEqual, { limitMs, everyMs: 700 }).catch(
      () => undefined,
    );
    return await this.#compare();
  }

  async #compare(): Promise<string[]> {
    const lines: string[] = [];
    for (const plot of this.#place.plots) {
      const disk = await readDisk(this.#place.unfHome, plot.root);
      using reader = this.#place.open(plot);
      const differences = comparePictures(disk, readTimeline(reader.timeline));
      lines.push(...differences.map((line) => `${plot.name}: ${line}`));
    }
    return lines;
  }
}
