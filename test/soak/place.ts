import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { ProjectReader } from "@unf/answers";
import type { AbsPath, BlobId } from "@unf/core/base";
import { digest } from "@unf/system/digest";
import { openHomeReader } from "@unf/wiring";
import { type Finished, makeScratchHome, runUnf, type TempHome, tempHome } from "../kit/index.ts";
import { mountHome } from "../kit/own-mounts.ts";

/** One of the projects; `base` holds its directory `project`, as the writers want it. */
export interface Plot {
  readonly name: string;
  readonly base: string;
  readonly root: AbsPath;
}

export interface PlaceOptions {
  readonly seed: number;
  /** Disks of its own can be mounted: the home is small then, and one project can be unmounted. */
  readonly hasMounts: boolean;
  /** Of that disk, as `mount` takes it. */
  readonly homeSize: string;
}

/** A home with three projects, the programs that record them, and what is asked of them from outside. */
export class Place implements AsyncDisposable {
  readonly home: TempHome;
  readonly seed: number;
  readonly hasMounts: boolean;
  readonly plots: readonly Plot[];

  private constructor({ seed, hasMounts }: PlaceOptions) {
    this.seed = seed;
    this.hasMounts = hasMounts;
    this.home = tempHome();
    this.plots = ["first", "second", "third"].map((name) => {
      const base = join(this.home.root, name);
      mkdirSync(join(base, "project"), { recursive: true });
      return { name, base, root: join(base, "project") as AbsPath };
    });
  }

  static async open(options: PlaceOptions): Promise<Place> {
    const place = new Place(options);
    try {
      if (options.hasMounts) place.#mount(options.homeSize);
      makeScratchHome(place.home);
      await place.must("config", "set", "store.min_free", "1MiB");
      // A disk that small would have the history thinned, and what thins goes on purpose.
      await place.must("config", "set", "store.cap", "1GiB");
      for (const { root } of place.plots) await place.must("watch", root);
      return place;
    } catch (thrown) {
      await place[Symbol.asyncDispose]();
      throw thrown;
    }
  }

  get unfHome(): AbsPath {
    return this.home.unfHome as AbsPath;
  }

  /** The one whose disk can be taken away. */
  get mounted(): Plot {
    return this.plots[1] as Plot;
  }

  get first(): Plot {
    return this.plots[0] as Plot;
  }

  /** Runs unf in the first project, whatever it ends with. */
  unf(...args: string[]): Promise<Finished> {
    return this.#run(this.first, args);
  }

  /** Runs unf in the first project, and requires that it does. */
  must(...args: string[]): Promise<Finished> {
    return this.#must(this.first, args);
  }

  async flush(): Promise<void> {
    for (const plot of this.plots) await this.#must(plot, ["flush"]);
  }

  /** Of the program that holds this lock; `undefined` while none has named itself. */
  pid(program: "daemon" | "sentinel"): number | undefined {
    try {
      const holder = readFileSync(join(this.unfHome, `run/${program}.lock.json`), "utf8");
      const { pid } = JSON.parse(holder) as { pid: number };
      return isAlive(pid) ? pid : undefined;
    } catch {
      // Not there, or half written: nobody has it at this moment.
      return undefined;
    }
  }

  open({ root }: Plot): ProjectReader {
    using home = openHomeReader(this.unfHome);
    const project = home.projects().find((one) => one.root === root);
    assert.ok(project !== undefined, `${root} is known`);
    return home.open(project);
  }

  /** True when the timeline has a version with exactly these bytes. */
  isRecorded(plot: Plot, text: string): boolean {
    try {
      using reader = this.open(plot);
      return reader.timeline.contentRow(digest(Buffer.from(text)) as BlobId) !== undefined;
    } catch {
      // A home that cannot be read right now records nothing that anybody could see.
      return false;
    }
  }

  mountProject(): void {
    mount(["--bind", this.#disk, this.mounted.root]);
  }

  unmountProject(): void {
    run("umount", ["-l", this.mounted.root]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.home[Symbol.asyncDispose]();
  }

  #run({ root }: Plot, args: readonly string[]): Promise<Finished> {
    return runUnf(args, { home: this.home, cwd: root, limitMs: 300_000 });
  }

  async #must(plot: Plot, args: readonly string[]): Promise<Finished> {
    const finished = await this.#run(plot, args);
    const said = `${finished.stdout.slice(-300)}${finished.stderr.slice(-600)}`;
    assert.equal(finished.code, 0, `unf ${args.join(" ")}: exit ${finished.code}\n${said}`);
    return finished;
  }

  get #disk(): string {
    return join(this.mounted.base, "disk");
  }

  #mount(homeSize: string): void {
    mountHome(this.home, `size=${homeSize}`);
    mkdirSync(this.#disk);
    mount(["-t", "tmpfs", "tmpfs", this.#disk]);
    this.home.onDispose(() => run("umount", ["-l", this.#disk]));
    this.mountProject();
    this.home.onDispose(() => this.unmountProject());
  }
}

export function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") !== true;
  } catch {
    return false;
  }
}

/** A text that nobody else writes. */
export function uniqueText(seed: number, count: number): string {
  const hash = createHash("sha256").update(`${seed} ${count} ${process.hrtime.bigint()}`);
  return `probe ${count} ${hash.digest("hex")}\n`;
}

function mount(words: readonly string[]): void {
  run("mount", words);
}

function run(program: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: "utf8" });
  assert.equal(status, 0, `${program} ${words.join(" ")}: ${stderr}`);
}
