import type { ChangedProject } from "../base/host.ts";

/** More are not remembered: a page that was away for so long asks for everything. */
const rememberedMax = 1000;

/**
 * Remembers which projects pages were told of, for those that are cut off and come back. A cursor is good
 * as long as all that is recorded is heard.
 */
export class ToldRows {
  #run: number;
  #count = 0;
  readonly #told: ChangedProject[] = [];

  /** `run`: no other server has the same, nor an earlier run of this one. */
  constructor(run: number) {
    this.#run = run;
  }

  /** The last of what was told. */
  get cursor(): string {
    return `${this.#run}.${this.#count}`;
  }

  /** Something may have been recorded that was not heard: cursors up to now are worth nothing. */
  begin(): void {
    this.#run += 1;
    this.#count = 0;
    this.#told.length = 0;
  }

  tell(project: ChangedProject): void {
    this.#count += 1;
    this.#told.push(project);
    if (this.#told.length > rememberedMax) this.#told.shift();
  }

  /** Projects that were told of since, each once and as it was last; `undefined` where that is not known. */
  since(cursor: string): readonly ChangedProject[] | undefined {
    const [run, count] = cursor.split(".").map(Number);
    if (run !== this.#run || count === undefined) return undefined;
    const missed = this.#count - count;
    if (!(missed >= 0 && missed <= this.#told.length)) return undefined;
    const last = new Map(
      this.#told.slice(this.#told.length - missed).map((project) => [project.id, project]),
    );
    return [...last.values()];
  }
}
