/**
 * When a page is told that a project has new rows: with the first change, and then at every look until
 * they have settled, for a row that settles is told of by nobody.
 */
export class DueRows {
  readonly #changedAt = new Map<string, number>();

  /** A row was recorded. True where it is to be told now. `now`: ms since 1970. */
  hear(project: string, now: number): boolean {
    const isFirst = !this.#changedAt.has(project);
    this.#changedAt.set(project, now);
    return isFirst;
  }

  /** The projects to be told of at this look. */
  look(now: number): string[] {
    const due = [...this.#changedAt.keys()];
    // A clock that was set back ends it, too: else a project would be told of until it has caught up.
    for (const [project, at] of this.#changedAt)
      if (Math.abs(now - at) > settledMs) this.#changedAt.delete(project);
    return due;
  }
}

/** A file has lain still for 3 s by then, and a busy recorder has written that down. Unit: ms. */
const settledMs = 5000;
