import { invariant, type Scrubbed, spellings } from "@unf/core";
import type { Connection } from "./driver.ts";

/** Shorter ones would be found where nobody meant them. */
const needleBytesMin = 8;

/** What stands where a text was. Shorter than any needle of use, and itself none. */
const replacement = Buffer.from("[forgotten]");

/** Columns of text that programs and people filled, with the column that finds their row again. */
const texts = [
  { table: "checkpoints", column: "label" },
  { table: "checkpoints", column: "message" },
  { table: "operations", column: "argv" },
  { table: "sessions", column: "label" },
  { table: "tool_calls", column: "detail" },
  { table: "turns", column: "label" },
  { table: "turns", column: "prompt" },
] as const;

/**
 * Takes bytes out of everything that is neither row nor content. In text that is JSON a needle is
 * looked for as JSON writes it, too.
 */
export function scrub(connection: Connection, needles: readonly Uint8Array[]): Scrubbed {
  for (const { length } of needles) invariant(length >= needleBytesMin, "no needle is short");
  if (needles.length === 0) return { payloads: 0, texts: 0 };
  const spelt = needles.flatMap((needle) => spellings(needle).map((spelt) => Buffer.from(spelt)));
  return connection.transaction("IMMEDIATE", () => ({
    payloads: dropPayloads(connection, spelt),
    texts: texts.reduce((sum, place) => sum + maskTexts(connection, place, spelt), 0),
  }));
}

/** Everything that `scrub` looks into, one after the other. */
export function* listTexts(connection: Connection): Generator<Uint8Array> {
  const places = [...texts, { table: "checkpoints", column: "payload" }];
  for (const { table, column } of places) {
    const rows = connection
      .statement(`SELECT rowid FROM ${table} WHERE ${column} IS NOT NULL`)
      .all();
    for (const [id] of rows) {
      const read = connection.statement(`SELECT ${column} FROM ${table} WHERE rowid = ?`);
      const cell = read.get(Number(id))?.[0];
      if (cell instanceof Uint8Array) yield cell;
      else if (typeof cell === "string") yield Buffer.from(cell);
    }
  }
}

function dropPayloads(connection: Connection, needles: readonly Buffer[]): number {
  const rows = connection.statement("SELECT id FROM checkpoints WHERE payload IS NOT NULL").all();
  let dropped = 0;
  for (const [id] of rows) {
    const cell = connection
      .statement("SELECT payload FROM checkpoints WHERE id = ?")
      .get(Number(id))?.[0];
    if (!(cell instanceof Uint8Array) || !holdsAny(Buffer.from(cell), needles)) continue;
    connection.statement("UPDATE checkpoints SET payload = NULL WHERE id = ?").run(Number(id));
    dropped += 1;
  }
  return dropped;
}

function maskTexts(
  connection: Connection,
  { table, column }: (typeof texts)[number],
  needles: readonly Buffer[],
): number {
  const rows = connection
    .statement(`SELECT rowid, ${column} FROM ${table} WHERE ${column} IS NOT NULL`)
    .all();
  let masked = 0;
  for (const [id, text] of rows) {
    const before = Buffer.from(String(text));
    if (!holdsAny(before, needles)) continue;
    const after = maskText(before, needles);
    connection
      .statement(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`)
      .run(after, Number(id));
    masked += 1;
  }
  return masked;
}

/** JSON stays JSON: there a needle with a quote counts only as a string of JSON holds it. */
function maskText(before: Buffer, needles: readonly Buffer[]): string {
  const after = needles.reduce(replaceAll, before).toString();
  if (!isJson(before.toString()) || isJson(after)) return after;
  return needles.filter(isInString).reduce(replaceAll, before).toString();
}

function isInString(needle: Buffer): boolean {
  return !/(?:^|[^\\])"/.test(needle.toString());
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}

function holdsAny(bytes: Buffer, needles: readonly Buffer[]): boolean {
  return needles.some((needle) => bytes.includes(needle));
}

function replaceAll(bytes: Buffer, needle: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, from)) {
    parts.push(bytes.subarray(from, at), replacement);
    from = at + needle.length;
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]);
}
