/**
 * Tokens that a model needs for a value as JSON, at most: tokenizers agree on how short their pieces get,
 * and not on which words they know. So words count as letters that nobody knows, and common ones come out
 * at half as much again. What tokenizers say is in the test.
 */
export function countTokens(value: unknown): number {
  return tokensIn(JSON.stringify(value));
}

/** The same of a text that is JSON, or has it in it. */
export function tokensIn(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) tokens += costOf(piece);
  return Math.ceil(tokens);
}

/** Names of members and instants, which are ours; words, numbers, and every other character by itself. */
const pieces = /"[a-z_]+":|"\d{4}-\d\d-\d\dT[\d:.]+Z"|[a-z]+|[A-Z]+|\d+|[\s\S]/gu;

const ascii = 0x80;
const threeBytes = 0x800;
const fourBytes = 0x10000;

function costOf(piece: string): number {
  const first = piece.codePointAt(0) ?? 0;
  if (piece.endsWith(":") && piece.length > 2) return 3;
  if (piece.length > 20 && first === quote) return 17;
  if (/^[a-z]/.test(piece)) return Math.max(1.05, piece.length / 1.58);
  if (/^[A-Z]/.test(piece)) return Math.max(1.05, piece.length / 1.4);
  if (/^\d/.test(piece)) return Math.ceil(piece.length / 2);
  if (first < ascii) return piece === " " ? 0.35 : 0.75;
  if (first < threeBytes) return 2;
  if (first >= fourBytes) return 4;
  return common.test(piece) ? 2.1 : 3;
}

const quote = 0x22;

/** Scripts of which tokenizers know at least pairs of bytes. */
const common = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
