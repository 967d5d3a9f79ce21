import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "./count-tokens.ts";

/** The most that three tokenizers make of the text as JSON: o200k and cl100k of OpenAI, and Claude's 0.0.4. */
const counted: readonly (readonly [text: string, tokens: number])[] = [
  ["packages/answers/src/sessions/read-session.ts", 15],
  ["Add VAT to the cart and test it, then tell me what is left", 17],
  ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", 46],
  ["qzxkvjwpbnmtrghdsflcyoqzxkvjwpbnmtrghdsflcy", 27],
  ["QZXKVJWPBNMTRGHDSFLCYOQZXKVJWPBNMTRGHDSFLCY", 28],
  ["pZ8mQ3vL0xYw7TtK1nRj5sHc2dGf9bAaEeIiOoUu4V6W", 46],
  ["31415926535897932384626433832795028841971", 19],
  ["!#$%&()*+,-./:;<=>?@[]^_`{|}~!#$%&()*+,-./", 30],
  ["\u{1f6d2}\u{1f389}\u{1f9ea}\u{1fabc}\u{1fae8}".repeat(2), 32],
  ["\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}".repeat(2), 26],
  ["\u6f22\u5b57\u4eee\u540d\u4ea4\u6587\u9f98\u9750\u9f49", 17],
  ["\uac00\ub098\ub2e4\ubdc1\uc00d\uc3c7", 14],
  ["\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u0e0a\u0e32\u0e27\u0e42\u0e25\u0e01", 24],
  ["\u{12000}\u{12001}\u{13000}\u{13001}\u{1d56c}\u{1d587}", 24],
  ["a\u0301\u0302\u0303\u0334".repeat(2), 17],
  ["\ue000\ue001\uf8ff".repeat(2), 20],
  ["\u1200\u1208\u1210\u1218\u1220\u1228", 19],
  ['\u0001\u0002\u001b\\"'.repeat(2), 23],
];

test("no text has more tokens than are counted, and a usual one not half of them", () => {
  for (const [text, tokens] of counted) {
    assert.ok(countTokens(text) >= tokens, `${text}: ${countTokens(text)}, not ${tokens}`);
    assert.ok(countTokens(text) <= 2.4 * tokens, `${text}: ${countTokens(text)} for ${tokens}`);
  }
});

test("names of members and instants count as what they are", () => {
  // Counted 28 by the same three, at most.
  const row = { id: "s-7f3a", start: "2026-11-20T13:32:07.000Z" };
  assert.ok(countTokens(row) >= 28 && countTokens(row) < 40, `${countTokens(row)}`);
});
