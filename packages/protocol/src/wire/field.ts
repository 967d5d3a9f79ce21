import { isObject, type JsonObject, member } from "@unf/core/base";

/** Why a field is not acceptable. `field`: `root`, `within[2]`, `options.max_file_bytes`. */
export class BadField extends Error {
  override readonly name = "BadField";
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
    this.field = field;
  }
}

/** Turns a value from outside into a `T`, or throws `BadField`. */
export type Parse<T> = (value: unknown, field: string) => T;

/** A text of at most `charsMax` UTF-16 units, without NUL. */
export function text(charsMax: number): Parse<string> {
  return (value, field) => {
    if (typeof value !== "string") throw new BadField(field, "must be a string");
    if (value.length > charsMax)
      throw new BadField(field, `must be at most ${charsMax} characters`);
    if (value.includes("\0")) throw new BadField(field, "must not contain NUL");
    return value;
  };
}

/** A text of one line that says something: no line breaks and no other control characters. */
export function oneLine(charsMax: number): Parse<string> {
  const parse = text(charsMax);
  return (value, field) => {
    const line = parse(value, field);
    if (line.trim() === "") throw new BadField(field, "must not be empty");
    if (/[\p{Cc}\u2028\u2029]/u.test(line)) throw new BadField(field, "must be one line");
    return line;
  };
}

/** Bytes in base64, with its padding and without line breaks. */
export function base64(bytesMax: number): Parse<string> {
  return (value, field) => {
    if (typeof value !== "string") throw new BadField(field, "must be a string");
    const digits = value.replace(/={0,2}$/, "");
    if (value.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(digits)) {
      throw new BadField(field, "must be base64");
    }
    if (Math.floor((digits.length * 3) / 4) > bytesMax) {
      throw new BadField(field, `must be at most ${bytesMax} bytes`);
    }
    return value;
  };
}

/** Exactly so many hex digits, in lower case. */
export function hexDigits(count: number): Parse<string> {
  return (value, field) => {
    const isHex = typeof value === "string" && value.length === count && /^[0-9a-f]+$/.test(value);
    if (!isHex) throw new BadField(field, `must be ${count} lower-case hex digits`);
    return value;
  };
}

/** A whole number in a range. */
export function whole(min: number, max: number): Parse<number> {
  return (value, field) => {
    if (typeof value !== "number") throw new BadField(field, "must be a number");
    if (!Number.isSafeInteger(value) || value < min || value > max) {
      throw new BadField(field, `must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

export const flag: Parse<boolean> = (value, field) => {
  if (typeof value !== "boolean") throw new BadField(field, "must be true or false");
  return value;
};

/** One of a few words. */
export function oneOf<const T extends string>(...words: readonly T[]): Parse<T> {
  return (value, field) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new BadField(field, `must be one of: ${words.join(", ")}`);
    return found;
  };
}

/** A list of at most `countMax`. */
export function listOf<T>(parse: Parse<T>, countMax: number): Parse<readonly T[]> {
  return (value, field) => {
    if (!Array.isArray(value)) throw new BadField(field, "must be a list");
    if (value.length > countMax) throw new BadField(field, `must have at most ${countMax} items`);
    return value.map((item, index) => parse(item, `${field}[${index}]`));
  };
}

export function orNull<T>(parse: Parse<T>): Parse<T | null> {
  return (value, field) => (value === null ? null : parse(value, field));
}

/** A member that must be there. */
export function required<T>(object: JsonObject, field: string, parse: Parse<T>): T {
  const value = member(object, lastName(field));
  if (value === undefined) throw new BadField(field, "is missing");
  return parse(value, field);
}

/** `{ name: value }`, or nothing when the member is absent: for spreading into the result. */
export function optional<const N extends string, T>(
  object: JsonObject,
  name: N,
  parse: Parse<T>,
  within = "",
): { readonly [K in N]?: T } {
  const value = member(object, name);
  if (value === undefined) return {};
  return { [name]: parse(value, `${within}${name}`) } as { readonly [K in N]: T };
}

export const object: Parse<JsonObject> = (value, field) => {
  if (!isObject(value)) throw new BadField(field, "must be an object");
  return value;
};

function lastName(field: string): string {
  return field.slice(field.lastIndexOf(".") + 1);
}
