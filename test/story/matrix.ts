import { acts } from "./acts/index.ts";
import type { Story } from "./play.ts";

/** How often an act came sometime after another in one story. */
export class Matrix {
  readonly #names = acts.filter(({ pending }) => pending === undefined).map(({ name }) => name);
  readonly #pairs = new Map<string, number>();

  count({ acts: played }: Story): void {
    for (const [index, { act }] of played.entries()) {
      for (const { act: later } of played.slice(index + 1)) {
        const key = keyOf(act.name, later.name);
        this.#pairs.set(key, (this.#pairs.get(key) ?? 0) + 1);
      }
    }
  }

  /** A row for each act that came first, a column for each that came later; a dot where none did. */
  render(): string {
    const width = Math.max(...this.#names.map(({ length }) => length));
    const head = this.#names.map((_, column) => String(column + 1).padStart(4)).join("");
    const rows = this.#names.map((first, row) => {
      const cells = this.#names.map((second) => this.#cell(first, second).padStart(4));
      return `${String(row + 1).padStart(3)} ${first.padEnd(width)}${cells.join("")}`;
    });
    const pairs = this.#names.length ** 2;
    const empty = pairs - this.#pairs.size;
    const said = `${this.#names.length} kinds of acts, ${pairs} pairs, ${empty} of them never`;
    return [" ".repeat(width + 4) + head, ...rows, said].join("\n");
  }

  #cell(first: string, second: string): string {
    return String(this.#pairs.get(keyOf(first, second)) ?? ".");
  }
}

function keyOf(first: string, second: string): string {
  return `${first}\n${second}`;
}
