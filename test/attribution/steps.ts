import type { Random } from "../engine/random.ts";
import type { Op, Work } from "./program/line.ts";
import type { Format } from "./program/payloads.ts";

/** Draws what actors do. It follows from the seed, and every content is drawn once. */
export class Steps {
  readonly #random: Random;
  readonly #names = new Map<string, string[]>();
  #moves: { readonly dir: string; readonly path: string; readonly to: string }[] = [];
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** From here on files are known by their new names; until then only who moved one knows it. */
  nextRound(): void {
    for (const { dir, path, to } of this.#moves) {
      const names = this.#names.get(dir) ?? [];
      if (names.includes(path)) names[names.indexOf(path)] = to;
    }
    this.#moves = [];
  }

  /** A step of an agent of this name and format, in its own directory or in the shared one. */
  ofAgent(name: string, format: Format): Work {
    const kind = this.#random.below(100);
    if (kind < 50) return this.edit(name, format);
    if (kind < 75) return { step: "shell", plain: true, ops: this.#ops(name) };
    return this.window(name);
  }

  edit(name: string, format: Format): Work {
    // Claude Code's tools change one file a call and cannot delete.
    const isWrite = format === "claude-code" || this.#random.chance(0.6);
    const dir = this.#dir(name);
    const op = isWrite ? this.write(this.#path(dir)) : this.#op(dir);
    return { step: "edit", ops: [op] };
  }

  /** A command that may write anything, with up to so many changes. */
  window(name: string, changes = 3): Work {
    return { step: "shell", plain: false, ops: this.#ops(name, changes) };
  }

  /** A change that a person makes. */
  ofPerson(): Work {
    return { step: "edit", ops: [this.#op(this.#random.chance(0.5) ? "notes" : "shared")] };
  }

  write(path: string): Op {
    this.#count += 1;
    const content = `text ${this.#count} of ${this.#random.below(2 ** 30)}`;
    return { do: "write", path, content, whole: this.#random.chance(0.3) };
  }

  /** A command that keeps its file open. */
  slow(path: string): Work {
    const op = this.write(path);
    const ops = [op.do === "write" ? { ...op, whole: false, slow: true } : op];
    return { step: "shell", plain: false, ops };
  }

  shared(): string {
    return this.#path("shared");
  }

  #ops(name: string, changes = 3): readonly Op[] {
    if (changes > 1 && this.#random.chance(0.1)) return this.#tree(name);
    const length = 1 + this.#random.below(changes);
    const ops = Array.from({ length }, () => this.#op(this.#dir(name)));
    // One change a file, so that each leaves behind what it says.
    return ops.filter(({ path }, index) => ops.findIndex((op) => op.path === path) === index);
  }

  /** A directory that is made, filled, and removed with all it holds by the next such step. */
  #tree(name: string): readonly Op[] {
    const path = `${name}/tree`;
    const files = this.#names.get(path);
    if (files !== undefined) {
      this.#names.delete(path);
      return [{ do: "remove-tree", path }];
    }
    this.#names.set(path, []);
    return ["one", "two", "three"].map((file) => this.write(`${path}/${file}`));
  }

  #op(dir: string): Op {
    const kind = this.#random.below(100);
    const path = this.#path(dir);
    if (kind < 60) return this.write(path);
    if (kind < 85) return { do: "remove", path };
    this.#count += 1;
    const to = `${dir}/moved-${this.#count}`;
    this.#moves.push({ dir, path, to });
    return { do: "move", path, to };
  }

  #dir(name: string): string {
    return this.#random.chance(0.75) ? name : "shared";
  }

  #path(dir: string): string {
    const fresh = Array.from({ length: 8 }, (_, index) => `${dir}/file-${index}`);
    const names = this.#names.get(dir) ?? fresh;
    this.#names.set(dir, names);
    return this.#random.pick(names);
  }
}
