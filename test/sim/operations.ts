import {
  type AbsPath,
  baseName,
  childPath,
  isWithin,
  joinPath,
  type RelPath,
  systemCode,
} from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { JournalStep, StepState } from "@unf/core/timeline";
import type { MemoryFs } from "../kit/memory-fs.ts";
import { modelDigest } from "./digest.ts";

/** Every path below a root: `100644 <digest>`, `40755/`, `special`, or `unreadable`. */
export type WholeTree = ReadonlyMap<RelPath, string>;

type Steps = readonly Omit<JournalStep, "failure">[];
type End = Parameters<Timeline["finishOperation"]>[1];

interface Begun {
  readonly id: number;
  readonly steps: Steps;
  /** The state of all that no step names, and of everything if nothing comes of the operation. */
  before: WholeTree;
  /** Set once it is ended: what power cuts from then on must leave. */
  end?: End;
  /** A power cut may have taken back what people did before. */
  wasCut: boolean;
  /** Paths that people have touched since it began. */
  readonly touched: Set<RelPath>;
}

export interface OperationWatchPorts {
  readonly disk: MemoryFs;
  readonly root: AbsPath;
  readonly fail: (message: string) => void;
}

/**
 * C4: at the end of an operation, by whatever recorder it comes, the tree is exactly as planned or
 * exactly as before, but for what people have changed since it began; and no power cut changes that.
 */
export class OperationWatch {
  readonly #ports: OperationWatchPorts;
  #begun: Begun | undefined;
  /** The files that cannot be recorded, as they were, by operation and path. */
  readonly #rescued = new Map<string, string | undefined>();
  /** Temporaries of operations, by name, that went elsewhere with a directory that a person moved. */
  readonly #carriedOff = new Set<string>();
  /** Names of one file change together, and nobody says which: then nothing is demanded. */
  hasHardLinks = false;

  constructor(ports: OperationWatchPorts) {
    this.#ports = ports;
  }

  started(id: number, steps: Steps): void {
    const before = this.readTree();
    this.#begun = { id, steps, before, wasCut: false, touched: new Set() };
    for (const { path, from } of steps)
      if (from.kind === "rescued") this.#rescued.set(`${id} ${path}`, before.get(path));
  }

  /** Steps that are journalled later than the first; nothing is staged yet. */
  extended(id: number, steps: Steps): void {
    const begun = this.#begun;
    if (begun?.id !== id) return;
    this.#begun = { ...begun, steps: [...begun.steps, ...steps] };
    for (const { path, from } of steps)
      if (from.kind === "rescued") this.#rescued.set(`${id} ${path}`, begun.before.get(path));
  }

  /** The tree is as the end says at the very instant at which it is written down. */
  finished(id: number, end: End): void {
    if (this.#begun?.id !== id || this.#begun.end !== undefined) return;
    this.#begun.end = end;
    this.#check(this.#begun);
  }

  /** A person changed the path, or something below it; what was put aside for a step, through an open file. */
  touched(path: RelPath): void {
    const position = /(?:^|\/)\.unf-\d+-(\d+)\.old$/.exec(path)?.[1];
    const aside = this.#begun?.steps[Number(position)];
    this.#begun?.touched.add(aside?.path ?? path);
  }

  /** A person moved a directory to the path: nobody finds again what an operation had staged in it. */
  moved(path: RelPath): void {
    const found = new Map<RelPath, string>();
    this.#visit(path, found);
    for (const below of found.keys()) if (isTemporary(below)) this.#carriedOff.add(baseName(below));
  }

  powerCut(): void {
    const begun = this.#begun;
    if (begun === undefined) return;
    begun.wasCut = true;
    begun.before = this.readTree();
    if (begun.end !== undefined && begun.end.state !== "abandoned") this.#check(begun);
  }

  /** The tree in which the newest operation began. */
  before(id: number): WholeTree | undefined {
    return this.#begun?.id === id ? this.#begun.before : undefined;
  }

  readTree(): WholeTree {
    const tree = new Map<RelPath, string>();
    this.#visit("" as RelPath, tree);
    return tree;
  }

  #check(begun: Begun): void {
    if (this.hasHardLinks) return;
    const now = this.readTree();
    const wanted = this.#wanted(begun);
    for (const path of new Set([...wanted.keys(), ...now.keys()])) {
      const [is, should] = [now.get(path), wanted.get(path)];
      if (is === should || isExcused(begun, path, [is, should], now)) continue;
      const { id, end } = begun;
      const after = begun.wasCut ? " and the power was cut" : "";
      this.#ports.fail(
        `C4: op-${id} is ${end?.state}${after}, but ${path} is ${is ?? "nothing"} and not ${should ?? "nothing"}`,
      );
    }
  }

  #wanted({ id, steps, before, end }: Begun): Map<RelPath, string> {
    const wanted = new Map(before);
    for (const path of before.keys())
      if (isTemporary(path) && !this.#isLeftByEarlier(path, id)) wanted.delete(path);
    if (end === undefined || end.state === "abandoned") return wanted;
    for (const [index, { path, to }] of steps.entries()) {
      if (end.failures?.has(index) === true) continue;
      const state = this.#stateOf(id, path, to);
      if (state === undefined) wanted.delete(path);
      else wanted.set(path, state);
    }
    // A file that was put into a directory after the plan was made is in no step, and keeps the directory.
    for (const { path, from, to } of steps) {
      const state = before.get(path);
      if (from.kind !== "directory" || to.kind !== "absent" || state === undefined) continue;
      if ([...wanted.keys()].some((below) => below !== path && isWithin(path, below)))
        wanted.set(path, state);
    }
    return wanted;
  }

  /**
   * True for a file that an operation before this one lost: it lies where it is, and is not this
   * one's to remove.
   */
  #isLeftByEarlier(path: RelPath, id: number): boolean {
    const name = baseName(path);
    return this.#carriedOff.has(name) && !name.startsWith(`.unf-${id}-`);
  }

  #stateOf(id: number, path: RelPath, to: StepState): string | undefined {
    switch (to.kind) {
      case "absent":
        return undefined;
      case "directory":
        return `${to.mode.toString(8)}/`;
      case "recorded":
        return `${to.mode.toString(8)} ${to.hash}`;
      case "rescued":
        return this.#rescued.get(`${to.operation ?? id} ${path}`);
    }
  }

  #visit(directory: RelPath, tree: Map<RelPath, string>): void {
    const { disk, root } = this.#ports;
    try {
      for (const { name } of disk.list(joinPath(root, directory)) ?? []) {
        const path = childPath(directory, name);
        tree.set(path, this.#look(path));
        if (tree.get(path)?.endsWith("/") === true) this.#visit(path, tree);
      }
    } catch (thrown) {
      if (systemCode(thrown) !== "EACCES") throw thrown;
      tree.set(directory, "unreadable");
    }
  }

  #look(path: RelPath): string {
    const { disk, root } = this.#ports;
    const stat = disk.lstat(joinPath(root, path));
    if (stat?.kind === "directory") return `${stat.mode.toString(8)}/`;
    const read = disk.read(joinPath(root, path), Number.MAX_SAFE_INTEGER);
    if (read.kind === "unreadable") return "unreadable";
    if (read.kind !== "content") return "special";
    return `${read.stat.mode.toString(8)} ${modelDigest(read.bytes)}`;
  }
}

type States = readonly (string | undefined)[];

/** True where a person, or a disk that lost what a person did, stood in the way. */
function isExcused(begun: Begun, path: RelPath, states: States, now: WholeTree): boolean {
  if (states.includes("unreadable")) return true;
  const isDirectory = states.some((state) => state?.endsWith("/") === true);
  for (const touched of begun.touched) {
    // A directory comes or stays with what is put into it.
    if (isWithin(touched, path) || (isDirectory && isWithin(path, touched))) return true;
  }
  for (const [hidden, state] of now)
    if (state === "unreadable" && isWithin(hidden, path)) return true;
  return begun.wasCut && isDirectory;
}

function isTemporary(path: RelPath): boolean {
  return /(^|\/)\.unf-[^/]+\.(?:new|old)$/.test(path);
}
