import * as disk from "node:fs";
import { dirname } from "node:path";
import type { RelPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import type { Random } from "./random.ts";
import { type Picture, readPicture, type Stage } from "./stage.ts";

const names = ["a", "a-b", "a.b", "b", "c", "é", ".env", ".hidden", "node_modules"];
const ignored = ["", "b\n", "*.b\n", "a-b/\n", "c\n!c/a\n"];

/**
 * The files that the project's own filter records of the tree on disk. Those of more than 2,000
 * bytes are too large.
 */
export function recordable(stage: Stage): Picture {
  const { filter } = stage.project.context;
  filter.forget("" as RelPath);
  const found = Object.entries(readPicture(stage.root)).filter(([path, what]) => {
    const isLink = what.startsWith("->");
    if (!filter.verdict(path as RelPath, isLink ? "link" : "file").recorded) return false;
    return isLink || (!what.includes("\0") && what.length - 5 <= 2000);
  });
  return Object.fromEntries(found);
}

/** A tree that changes at random, and a watcher that tells of it badly. */
export class World {
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #ignores: boolean;
  readonly #late: Hint[] = [];
  #written = 0;

  constructor(
    stage: Stage,
    random: Random,
    { ignores = true }: { readonly ignores?: boolean } = {},
  ) {
    this.#stage = stage;
    this.#random = random;
    this.#ignores = ignores;
  }

  change(): void {
    const random = this.#random;
    const change = random.pick([
      this.#write,
      this.#write,
      this.#write,
      this.#replace,
      this.#remove,
      this.#rename,
      this.#chmod,
      this.#link,
      this.#empty,
      this.#ignore,
      this.#directory,
      this.#swap,
    ]);
    for (const hint of change.call(this)) this.#tell(hint);
    if (random.chance(0.3)) this.#stage.hint(...random.shuffled(this.#late.splice(0)));
    if (random.chance(0.02)) this.#stage.hint({ kind: "overflow", proven: random.chance(0.5) });
  }

  #tell(hint: Hint): void {
    const fate = this.#random.pick(["now", "now", "now", "twice", "late", "never"]);
    if (fate === "late") this.#late.push(hint);
    if (fate === "now" || fate === "twice") this.#stage.hint(hint);
    if (fate === "twice") this.#stage.hint(hint);
  }

  #write(): Hint[] {
    return this.#put((path) => disk.writeFileSync(path, this.#content()));
  }

  /** As an editor does it: a temporary, renamed into place. */
  #replace(): Hint[] {
    return this.#put((path) => {
      disk.writeFileSync(`${path}.tmp~`, this.#content());
      disk.renameSync(`${path}.tmp~`, path);
    });
  }

  #empty(): Hint[] {
    return this.#put((path) => disk.writeFileSync(path, ""));
  }

  #link(): Hint[] {
    return this.#put((path) => {
      disk.rmSync(path, { force: true });
      disk.symlinkSync(this.#random.pick(names), path);
    });
  }

  #chmod(): Hint[] {
    const path = this.#existing("file");
    if (path === undefined) return [];
    disk.chmodSync(this.#stage.at(path), this.#random.pick([0o644, 0o755, 0o600]));
    return [{ kind: "touched", path, closed: false }];
  }

  #ignore(): Hint[] {
    if (!this.#ignores || this.#random.chance(0.6)) return [];
    const directory = this.#existing("directory");
    const path = (directory === undefined ? ".gitignore" : `${directory}/.gitignore`) as RelPath;
    const at = this.#stage.at(path);
    // Two swaps can leave a directory of this name.
    if (disk.lstatSync(at, { throwIfNoEntry: false })?.isDirectory()) return [];
    disk.writeFileSync(at, this.#random.pick(ignored));
    return [{ kind: "touched", path, closed: true }];
  }

  #directory(): Hint[] {
    const path = this.#somewhere();
    try {
      disk.mkdirSync(this.#stage.at(path), { recursive: true });
    } catch {
      // A file is in the way. Then nothing happens this time.
      return [];
    }
    return [{ kind: "directory", path }];
  }

  #remove(): Hint[] {
    const path = this.#existing(this.#random.pick(["file", "file", "directory"]));
    if (path === undefined) return [];
    disk.rmSync(this.#stage.at(path), { recursive: true });
    return [{ kind: "gone", path }];
  }

  /** A file becomes a directory of the same name, or the other way round. */
  #swap(): Hint[] {
    const kind = this.#random.pick(["file", "directory"] as const);
    const path = this.#existing(kind);
    if (path === undefined) return [];
    const at = this.#stage.at(path);
    disk.rmSync(at, { recursive: true });
    if (kind === "file") disk.mkdirSync(at);
    const written = (kind === "file" ? `${path}/${this.#random.pick(names)}` : path) as RelPath;
    disk.writeFileSync(this.#stage.at(written), this.#content());
    return [
      { kind: "gone", path },
      { kind: "directory", path },
      { kind: "touched", path: written, closed: true },
    ];
  }

  #rename(): Hint[] {
    const kind = this.#random.pick(["file", "directory"] as const);
    const from = this.#existing(kind);
    const to = this.#somewhere();
    if (
      from === undefined ||
      `${to}/`.startsWith(`${from}/`) ||
      disk.existsSync(this.#stage.at(to))
    )
      return [];
    try {
      disk.mkdirSync(dirname(this.#stage.at(to)), { recursive: true });
      disk.renameSync(this.#stage.at(from), this.#stage.at(to));
    } catch {
      // A file or a broken link is in the way. Then nothing happens this time.
      return [];
    }
    const arrived: Hint =
      kind === "directory"
        ? { kind: "directory", path: to }
        : { kind: "touched", path: to, closed: true };
    return [{ kind: "gone", path: from }, arrived];
  }

  #put(write: (path: string) => void): Hint[] {
    const path = this.#somewhere();
    try {
      disk.mkdirSync(dirname(this.#stage.at(path)), { recursive: true });
      write(this.#stage.at(path));
    } catch {
      // A directory is in the way, or a file where a directory must be. Then nothing happens.
      return [];
    }
    return [
      { kind: "touched", path, closed: false },
      { kind: "touched", path, closed: true },
    ];
  }

  #content(): string {
    this.#written += 1;
    const random = this.#random;
    if (random.chance(0.06)) return `\0binary ${this.#written}`;
    if (random.chance(0.04)) return "x".repeat(2001 + random.below(100));
    if (random.chance(0.2)) return random.pick(["1\n", "2\n", "1\n2\n"]);
    return `${this.#written}\n`.repeat(1 + random.below(4));
  }

  #somewhere(): RelPath {
    const depth = 1 + this.#random.below(3);
    return Array.from({ length: depth }, () => this.#random.pick(names)).join("/") as RelPath;
  }

  #existing(kind: "file" | "directory"): RelPath | undefined {
    const all = disk.readdirSync(this.#stage.root, { recursive: true, encoding: "utf8" }).sort();
    const fitting = all.filter((path) => {
      // A name that is not UTF-8 is left alone.
      if (path.includes("\ufffd")) return false;
      const stat = disk.lstatSync(this.#stage.at(path));
      return kind === "file" ? stat.isFile() : stat.isDirectory();
    });
    return fitting.length === 0 ? undefined : (this.#random.pick(fitting) as RelPath);
  }
}

/** Says which run failed: its seed alone repeats it. */
export async function inRun(runSeed: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    throw new Error(`UNF_TEST_SEED=${runSeed} repeats this`, { cause: thrown });
  }
}
