import { randomBytes } from "node:crypto";
import { limits } from "@unf/core/config";

/** A chain whose last contents are slow to read. */
export interface WorstRead {
  readonly what: string;
  readonly contents: readonly Uint8Array[];
}

/**
 * Chains at the bounds of a pack. What is slow: many short matches, which a changed byte every 16
 * makes; text, whose letters are coded; long paths, and a large content at the end of one. `kinds`: how
 * many kinds of bytes.
 */
export function* worstReads(kinds: number): Iterable<WorstRead> {
  const { contentBytesMax, pathBytesMax, depthMax } = limits.pack;
  for (const [kind, make] of makers.slice(0, kinds)) {
    for (const count of [depthMax, 8, 2]) {
      const size = Math.min(contentBytesMax, Math.floor(pathBytesMax / count));
      const contents = [make(size)];
      while (contents.length < count) contents.push(scatter(contents.at(-1) ?? make(size)));
      yield { what: `${count} × ${size >> 10} KiB of ${kind}, a byte in 16 changed`, contents };
    }
    const small = make(pathBytesMax - contentBytesMax);
    const large = Buffer.concat([scatter(small), make(contentBytesMax - small.length)]);
    yield {
      what: `${large.length >> 10} KiB of ${kind} behind ${small.length >> 10}`,
      contents: [small, large],
    };
  }
}

const makers: readonly (readonly [string, (length: number) => Buffer])[] = [
  ["text", makeText],
  ["base64", (length) => Buffer.from(randomBytes(length).toString("base64").slice(0, length))],
  ["noise", randomBytes],
];

function makeText(length: number): Buffer {
  const words = Array.from({ length: 3000 }, (_, at) => randomBytes(1 + (at % 7)).toString("hex"));
  const random = randomBytes(length);
  let text = "";
  for (let at = 0; text.length < length; at += 3) {
    const [a = 0, b = 0, c = 0] = random.subarray(at, at + 3);
    text += (words[(a % 60) * (b % 50)] ?? "") + (c % 8 === 0 ? ";\n" : " ");
  }
  return Buffer.from(text.slice(0, length));
}

function scatter(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  const random = randomBytes(Math.ceil(bytes.length / 12));
  for (let at = 0, n = 0; at < other.length; at += 13 + ((random[n] ?? 0) % 7), n += 1) {
    other[at] = random[n] ?? 0;
  }
  return other;
}
