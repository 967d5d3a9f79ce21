import { acts } from "./acts/index.ts";
import type { Story } from "./play.ts";
import type { Act } from "./scene.ts";

/** How often an act came sometime after another in one story. */
export class Matrix {
  readonly #acts = acts.filter(({ pending }) => pending === undefined);
  readonly #pairs = new Map<string, number>();

  count({ acts: played }: Story): void {
    for (const [index, { act }] of played.entries()) {
      for (const { act: later } of played.slice(index + 1)) {
        const key = keyOf(act.name, later.name);
        this.#pairs.set(key, (this.#pairs.get(key) ?? 0) + 1);
      }
    }
  }

  /** The pairs that one stage could play, and that never were. */
  missing(): string[] {
    return this.#acts.flatMap((first) =>
      this.#acts
        .filter((later) => this.#cell(first, later) === ".")
        .map((later) => `${first.name}, then ${later.name}`),
    );
  }

  /**
   * A row for each act that came first, a column for each that came later; a dot where none did, and
   * nothing where no stage plays both.
   */
  render(): string {
    const width = Math.max(...this.#acts.map(({ name }) => name.length));
    const head = this.#acts.map((_, column) => String(column + 1).padStart(4)).join("");
    const cells = this.#acts.map((first) => this.#acts.map((later) => this.#cell(first, later)));
    const rows = cells.map((row, index) => {
      const name = this.#acts[index]?.name ?? "";
      return `${String(index + 1).padStart(3)} ${name.padEnd(width)}${row.map((one) => one.padStart(4)).join("")}`;
    });
    const possible = cells.flat().filter((one) => one !== "");
    const empty = possible.filter((one) => one === ".").length;
    const said = `${this.#acts.length} kinds of acts, ${possible.length} pairs, ${empty} of them never`;
    return [" ".repeat(width + 4) + head, ...rows, said].join("\n");
  }

  #cell(first: Act, later: Act): string {
    if (!first.stages.some((stage) => later.stages.includes(stage))) return "";
    return String(this.#pairs.get(keyOf(first.name, later.name)) ?? ".");
  }
}

function keyOf(first: string, second: string): string {
  return `${first}\n${second}`;
}
