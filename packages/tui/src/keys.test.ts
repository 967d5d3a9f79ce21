import assert from "node:assert/strict";
import { once } from "node:events";
import { emitKeypressEvents, type Interface } from "node:readline";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { type DecodedKey, nameKeys } from "./keys.ts";

/** The names of what a terminal sends at once. */
async function namesOf(sent: string): Promise<readonly string[]> {
  const input = new PassThrough();
  emitKeypressEvents(input, { escapeCodeTimeout: 1 } as unknown as Interface);
  const pressed = once(input, "keypress");
  input.write(sent);
  const [text, key] = (await pressed) as [string | undefined, DecodedKey];
  return nameKeys(text, key);
}

test("Esc and a key that comes with it are two keys, whichever it is", async () => {
  for (const [sign, name] of [
    ...["d", "D", "/", "?", "7", "é", "😀"].map((one) => [one, one] as const),
    ...([
      ["\r", "enter"],
      ["\t", "tab"],
      [" ", "space"],
      ["\u007f", "backspace"],
    ] as const),
    ...([
      ["\u0003", "ctrl-c"],
      ["\u000c", "ctrl-l"],
      ["\u001b", "escape"],
    ] as const),
    ...([
      ["\u001b[A", "up"],
      ["\u001bOB", "down"],
      ["\u001b[5~", "pageup"],
    ] as const),
  ])
    assert.deepEqual(await namesOf(`\u001b${sign}`), ["escape", name], JSON.stringify(sign));
});

test("what a terminal sends for one key is that key, and what means nothing is none", async () => {
  for (const [sent, names] of [
    ["\u001b", ["escape"]],
    ["\u001b[A", ["up"]],
    ["\u001b[1;3A", ["up"]],
    ["\u001bOP", []],
    ["\u001b[Z", ["tab"]],
    ["d", ["d"]],
    ["\u0003", ["ctrl-c"]],
  ] as const)
    assert.deepEqual(await namesOf(sent), names, JSON.stringify(sent));
});
