import { isObject, type JsonObject } from "@unf/core/base";

/** The readable part of a text that ought to be a JSON object. */
export interface LenientJson {
  readonly object: JsonObject;
  /** False when the text ended, or stopped being JSON, before its object did. */
  readonly whole: boolean;
  /** The string that the end of the text cut in two, and the member it is of: it is in no object. */
  readonly cut: { readonly name: string; readonly text: string } | null;
}

/** Values nested deeper than this are left out; no hook sends half as many levels. */
const depthMax = 64;

/**
 * Reads an object from text that strict JSON refuses: raw control characters in strings, or an end
 * in the middle. Members that are complete are kept, the one under way is dropped. `undefined` when
 * not even the beginning is an object.
 */
export function parseLenientJson(text: string): LenientJson | undefined {
  const reader = new LenientReader(text);
  const object = reader.readValue("", 0);
  return isObject(object) ? { object, whole: !reader.broken, cut: reader.cut } : undefined;
}

class LenientReader {
  /** Set at the first thing that is not JSON; from then on every level returns what it has. */
  broken = false;
  cut: LenientJson["cut"] = null;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `name`: the member that the value is of. `undefined` when the value is broken or too deep. */
  readValue(name: string, depth: number): unknown {
    const first = this.#peek();
    if (first === '"') return this.#readString(name);
    if (first !== "{" && first !== "[") return this.#readWord();
    if (depth >= depthMax) return this.#skipNested();
    return first === "{" ? this.#readObject(depth) : this.#readList(name, depth);
  }

  #readObject(depth: number): JsonObject {
    // Without a prototype, a member called `__proto__` is a member like any other.
    const object = Object.create(null) as Record<string, unknown>;
    this.#at += 1;
    if (this.#take("}")) return object;
    while (!this.broken) {
      const name = this.#peek() === '"' ? this.#readString("") : undefined;
      if (name === undefined || !this.#take(":")) break;
      const value = this.readValue(name, depth + 1);
      if (value !== undefined) object[name] = value;
      if (this.broken || this.#take("}")) return object;
      if (!this.#take(",")) break;
    }
    this.broken = true;
    return object;
  }

  #readList(name: string, depth: number): unknown[] {
    const list: unknown[] = [];
    this.#at += 1;
    if (this.#take("]")) return list;
    while (!this.broken) {
      const value = this.readValue(name, depth + 1);
      if (value !== undefined) list.push(value);
      if (this.broken || this.#take("]")) return list;
      if (!this.#take(",")) break;
    }
    this.broken = true;
    return list;
  }

  #readString(name: string): string | undefined {
    const plain = /[^"\\]*/y;
    let text = "";
    this.#at += 1;
    for (;;) {
      plain.lastIndex = this.#at;
      const part = plain.exec(this.#text)?.[0] ?? "";
      text += part;
      this.#at += part.length;
      if (this.#at >= this.#text.length) break;
      if (this.#text[this.#at] === '"') {
        this.#at += 1;
        return text;
      }
      const escaped = this.#readEscape();
      if (escaped === undefined) break;
      text += escaped;
    }
    this.broken = true;
    this.cut ??= { name, text };
    return undefined;
  }

  /** The character that an escape stands for; `undefined` when the text ends in it. */
  #readEscape(): string | undefined {
    const letter = this.#text[this.#at + 1];
    if (letter === undefined) return undefined;
    if (letter !== "u") {
      this.#at += 2;
      return escapes.get(letter) ?? letter;
    }
    const hex = this.#text.slice(this.#at + 2, this.#at + 6);
    if (hex.length < 4) return undefined;
    this.#at += 6;
    return /^[0-9a-fA-F]{4}$/.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : "\ufffd";
  }

  /** A number, `true`, `false` or `null`. */
  #readWord(): unknown {
    const word = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
    word.lastIndex = this.#at;
    const found = word.exec(this.#text)?.[0];
    // A number that ends with the text may have had more digits.
    if (found === undefined || this.#at + found.length === this.#text.length) {
      this.broken = true;
      return undefined;
    }
    this.#at += found.length;
    return JSON.parse(found);
  }

  /** Goes past an object or a list without keeping it, however deep it is. */
  #skipNested(): undefined {
    for (let open = 0; this.#at < this.#text.length; ) {
      const char = this.#text[this.#at];
      if (char === '"') {
        this.#readString("");
        continue;
      }
      this.#at += 1;
      if (char === "{" || char === "[") open += 1;
      if ((char === "}" || char === "]") && --open === 0) return undefined;
    }
    this.broken = true;
    return undefined;
  }

  #peek(): string | undefined {
    const space = /[ \t\r\n]*/y;
    space.lastIndex = this.#at;
    this.#at += space.exec(this.#text)?.[0].length ?? 0;
    return this.#text[this.#at];
  }

  #take(char: string): boolean {
    if (this.broken || this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);
