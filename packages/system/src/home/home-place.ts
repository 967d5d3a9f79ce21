import { type AbsPath, systemCode } from "@unf/core/base";
import type { EntryStat } from "@unf/core/ports";
import { statEntry } from "../disk/entry-stat.ts";

/** The directory that a program began to work in, told apart from a later one at its path. */
export class HomePlace {
  readonly #home: AbsPath;
  readonly #stat: EntryStat | undefined;

  constructor(home: AbsPath) {
    this.#home = home;
    this.#stat = look(home);
  }

  /** False once the home was removed, moved or replaced. */
  stands(): boolean {
    const now = look(this.#home);
    return now !== undefined && now.ino === this.#stat?.ino && now.dev === this.#stat.dev;
  }
}

function look(home: AbsPath): EntryStat | undefined {
  try {
    return statEntry(home);
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
