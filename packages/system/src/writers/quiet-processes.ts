import type { WallMs } from "@unf/core/base";
import { readBytes } from "../process/process-bytes.ts";
import { KeptFiles } from "./kept-files.ts";

/** Since when processes have written nothing: to ask that takes a hundredth of a look at their open files. */
export class QuietProcesses {
  readonly #now: () => WallMs;
  readonly #files = new KeptFiles();
  readonly #known = new Map<number, { readonly handed: number; readonly since: WallMs }>();

  constructor(now: () => WallMs) {
    this.#now = now;
  }

  /** True of one that has handed no byte to the system since then, as far as it was asked before. */
  isQuiet(pid: number, since: WallMs): boolean {
    const handed = readBytes(pid, this.#files.read)?.handed;
    const known = this.#known.get(pid);
    if (handed !== undefined && handed === known?.handed) return known.since <= since;
    if (handed === undefined) this.#known.delete(pid);
    else this.#known.set(pid, { handed, since: this.#now() });
    return false;
  }

  /** A look begins; `there`: who runs. */
  beginLook(there: ReadonlySet<number>): void {
    this.#files.endLook();
    for (const pid of this.#known.keys()) if (!there.has(pid)) this.#known.delete(pid);
  }
}
