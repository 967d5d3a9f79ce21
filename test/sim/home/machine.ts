import type { AbsPath, MonoMs, WallMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";
import { createMemoryFs, type MemoryFs } from "../../kit/memory-fs.ts";

/** Thrown by whatever changes something once the power has failed. */
class PowerCut extends Error {}

/** The calls of the file system that change something, or make it durable. */
const changing: ReadonlySet<string> = new Set([
  "writeNew",
  "append",
  "copyNew",
  "symlink",
  "link",
  "rename",
  "exchange",
  "moveNew",
  "remove",
  "makeDirectory",
  "removeDirectory",
  "syncFile",
  "flushFile",
  "syncDirectory",
  "syncAll",
  "flushAll",
]);

/** A machine whose power fails before the step that is named: a disk in memory, a clock, and a count. */
export class Machine {
  readonly disk: MemoryFs = createMemoryFs({
    before: (call, path) => {
      if (changing.has(call)) this.step(`${call} ${path}`);
      return undefined;
    },
  });
  readonly clock: Clock = steadyClock();
  /** Each step since the last start, in words. */
  steps: string[] = [];
  #cutBefore = Number.POSITIVE_INFINITY;
  #hasPower = true;
  #isCounted = false;

  /** Something is about to change. Throws `PowerCut` when it does not come to that. */
  step(words: string): void {
    if (!this.#isCounted) return;
    if (this.steps.length === this.#cutBefore) this.#hasPower = false;
    if (!this.#hasPower) throw new PowerCut(words);
    this.steps.push(words);
  }

  /**
   * Runs a program whose power fails before its step `cutBefore`, counted from 0; never unless given.
   * `cut` with what was not synced gone, but what `keep` says of each change.
   */
  async run<T>(
    program: () => Promise<T>,
    { cutBefore = Number.POSITIVE_INFINITY, keep = () => false }: Cut = {},
  ): Promise<{ readonly kind: "ended"; readonly answer: T } | { readonly kind: "cut" }> {
    this.steps = [];
    this.#cutBefore = cutBefore;
    this.#isCounted = true;
    try {
      return { kind: "ended", answer: await program() };
    } catch (thrown) {
      // It was the power, whatever the program makes of it.
      if (this.#hasPower) throw thrown;
      this.cut(keep);
      return { kind: "cut" };
    } finally {
      this.#hasPower = true;
      this.#isCounted = false;
    }
  }

  /** The power fails while nothing runs. */
  cut(keep: () => boolean = () => false): void {
    this.disk.crash(keep);
  }

  /** The text of every file below a directory, byte by byte, by path. */
  texts(directory: AbsPath): Map<AbsPath, string> {
    const found = new Map<AbsPath, string>();
    for (const path of listFiles(this.disk, directory)) {
      const read = this.disk.read(path, Number.MAX_SAFE_INTEGER);
      if (read.kind === "content") found.set(path, Buffer.from(read.bytes).toString("latin1"));
    }
    return found;
  }
}

export interface Cut {
  readonly cutBefore?: number;
  readonly keep?: () => boolean;
}

/** Every regular file below a directory; none where there is no directory. */
export function listFiles(disk: Pick<MemoryFs, "list">, directory: AbsPath): AbsPath[] {
  const entries = disk.list(directory) ?? [];
  return entries.flatMap(({ name, kind }) => {
    const path = `${directory}/${name}` as AbsPath;
    if (kind === "directory") return listFiles(disk, path);
    return kind === "file" ? [path] : [];
  });
}

/** Goes on by a millisecond with each look; who waits for an instant has it at once. */
function steadyClock(): Clock {
  let now = 0;
  return {
    wall: () => (1_790_000_000_000 + now) as WallMs,
    mono: () => {
      now += 1;
      return now as MonoMs;
    },
    alarm: (at, ring) => {
      now = Math.max(now, at);
      queueMicrotask(ring);
      return { [Symbol.dispose]: () => undefined };
    },
    breathe: () => Promise.resolve(),
  };
}
