import type { ShellWord } from "./shell-script.ts";

/** Thrown inside this folder for text that is more than lists of plain commands. */
export class NotPlain extends Error {
  override readonly name = "NotPlain";
}

/** Reads the words of a shell command. What could mean two things in two shells is refused. */
export class ShellReader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  peek(length = 1): string {
    return this.text.slice(this.at, this.at + length);
  }

  /** Goes past `expected` if it stands here. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  skipBlanks(): void {
    while (this.take(" ") || this.take("\t") || this.take("\\\n"));
  }

  /** The rest of the line, without its end, and goes past it; `undefined` at the end of the text. */
  takeLine(): string | undefined {
    if (this.done) return undefined;
    const end = this.text.indexOf("\n", this.at);
    const line = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at += line.length + (end < 0 ? 0 : 1);
    return line;
  }

  /** Reads one word. `plain`: nothing in it was quoted. */
  readWord(): ShellWord & { readonly plain: boolean } {
    const start = this.at;
    const word = { text: "", literal: true, plain: true };
    while (!this.done && !/[ \t\n;|&<>]/.test(this.peek())) {
      const char = this.peek();
      if (char === "'" || char === '"' || char === "\\") word.plain = false;
      this.#readPart(word, char, this.at === start);
    }
    if (this.at === start) throw new NotPlain();
    return word;
  }

  #readPart(word: { text: string; literal: boolean }, char: string, first: boolean): void {
    if (char === "'") word.text += this.#readQuoted();
    else if (char === '"') this.#readDoubleQuoted(word);
    else if (char === "$") this.#readVariable(word);
    else if (char === "\\") word.text += this.#readEscaped();
    else if (safe().test(char) && !(first && char === "=")) word.text += this.#next();
    else if (expanding.test(char) && !(first && char === "#")) {
      word.literal = false;
      word.text += this.#next();
    } else throw new NotPlain();
  }

  #next(): string {
    const char = this.peek();
    this.at += 1;
    return char;
  }

  #readQuoted(): string {
    const end = this.text.indexOf("'", this.at + 1);
    if (end < 0) throw new NotPlain();
    const text = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return text;
  }

  #readDoubleQuoted(word: { text: string; literal: boolean }): void {
    this.at += 1;
    while (!this.take('"')) {
      if (this.done || this.peek() === "`") throw new NotPlain();
      if (this.peek() === "$") this.#readVariable(word);
      else if (this.peek() !== "\\") word.text += this.#next();
      else if (this.take("\\\n")) continue;
      else if (/[$`"\\]/.test(this.peek(2).slice(1))) word.text += this.#readEscaped();
      else word.text += this.#next();
    }
  }

  #readEscaped(): string {
    if (this.take("\\\n")) return "";
    this.at += 1;
    if (this.done) throw new NotPlain();
    return this.#next();
  }

  /** A variable by name only: everything else of the kind can run commands. */
  #readVariable(word: { text: string; literal: boolean }): void {
    const variable = /\$(?:[A-Za-z_]\w*(?!\[)|\{[A-Za-z_]\w*\}|\?)/y;
    variable.lastIndex = this.at;
    const found = variable.exec(this.text)?.[0];
    if (found === undefined) throw new NotPlain();
    word.literal = false;
    word.text += found;
    this.at += found.length;
  }
}

const safe = () => /[\p{L}\p{N}_./,:@%+=-]/u;
const expanding = /[*?[\]{}~^#=]/;
