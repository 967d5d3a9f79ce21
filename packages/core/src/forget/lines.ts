import { decodeUtf8, encodeUtf8 } from "../base/text-codec.ts";
import type { Digest } from "../ports/object-store.ts";
import { type NeedlePrint, planSeek, printOf } from "./prints.ts";

/** Shorter lines say too little to be anybody's. Unit: bytes. */
const lineBytesMin = 24;

/** With fewer different characters it is a rule or a row of brackets. */
const lettersMin = 8;

/**
 * The lines of a content by which a part of it is recognised elsewhere, without the white space at
 * their ends: long ones, each once. None of what is no text.
 */
export function planLines(content: Uint8Array): string[] {
  const lines = new Set(
    decodeUtf8(content)
      ?.split("\n")
      .map((line) => line.trim()),
  );
  return [...lines].filter(
    (line) => encodeUtf8(line).length >= lineBytesMin && new Set(line).size >= lettersMin,
  );
}

/** Finds which of the lines stand in bytes, as they are or as a string of JSON holds them. */
export class LineFinder {
  readonly #bySpelling = new Map<string, string>();
  readonly #digest: Digest;
  /** Length of the longest line as it may be spelt, 0 without lines. */
  readonly bytesMax: number;
  readonly #seek: (bytes: Uint8Array) => Iterable<{ readonly from: number; readonly to: number }>;

  constructor(lines: Iterable<string>, digest: Digest) {
    this.#digest = digest;
    const prints: NeedlePrint[] = [];
    for (const line of lines) {
      for (const spelt of spellings(encodeUtf8(line))) {
        const print = printOf(spelt, digest, lineBytesMin);
        this.#bySpelling.set(print.digest, line);
        prints.push(print);
      }
    }
    const seeker = planSeek(prints, digest, lineBytesMin);
    this.bytesMax = seeker.bytesMax;
    this.#seek = (bytes) => seeker.seek(bytes);
  }

  *find(bytes: Uint8Array): Generator<string> {
    for (const { from, to } of this.#seek(bytes)) {
      const line = this.#bySpelling.get(this.#digest(bytes.subarray(from, to)));
      if (line !== undefined) yield line;
    }
  }
}

/**
 * The ways in which texts and payloads hold some bytes: as they are and, where it differs, as a string
 * of JSON holds them, with and without letters beyond ASCII.
 */
export function spellings(needle: Uint8Array): Uint8Array[] {
  const text = decodeUtf8(needle);
  if (text === undefined) return [needle];
  const inJson = JSON.stringify(text).slice(1, -1);
  const inAscii = inJson.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [needle, ...[...new Set([inJson, inAscii])].filter((one) => one !== text).map(encodeUtf8)];
}
