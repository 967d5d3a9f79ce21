import type { SnapshotId } from "../base/brand.ts";
import { type Edge, malformed, type ParsedTime, type TimePurpose } from "./parsed-time.ts";

/**
 * Reads the words that name something recorded instead of an instant: `v1234`, `v1234~2`, `@prev`,
 * `burst:3`, `op:91`, `session:7f3a`, `turn:12.end`. Of a span without an end named, the one of
 * `purpose` is meant: its end for `until`, else its start.
 * Every further kind of recorded thing that may stand for a time joins here.
 */
export function parseReference(text: string, purpose: TimePurpose): ParsedTime | undefined {
  if (text === "@prev") return { kind: "previous" };
  const span = parseSpan(text, purpose === "until" ? "end" : "start");
  if (span !== undefined) return span;
  const burst = burstShape.exec(text);
  if (burst !== null) return parseBurst(burst[1]);
  const operation = operationShape.exec(text);
  if (operation !== null) return parseOperation(Number(operation[1]));
  const match = versionShape.exec(text);
  if (match === null) return undefined;
  const [, digits = "", tilde, steps = ""] = match;
  const id = Number(digits);
  const back = tilde === undefined ? 0 : steps === "" ? 1 : Number(steps);
  if (id === 0) return malformed("versions are numbered from v1");
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(back)) {
    return malformed("no version has a number that large");
  }
  return { kind: "version", id: id as SnapshotId, back };
}

function parseBurst(digits: string | undefined): ParsedTime {
  if (digits === undefined) return { kind: "burst", id: undefined };
  const id = Number(digits);
  if (id === 0) return malformed("mass changes are numbered from burst:1");
  if (!Number.isSafeInteger(id)) return malformed("no mass change has a number that large");
  return { kind: "burst", id };
}

function parseOperation(id: number): ParsedTime {
  if (id === 0) return malformed("operations are numbered from op:1");
  if (!Number.isSafeInteger(id)) return malformed("no operation has a number that large");
  return { kind: "operation", id };
}

function parseSpan(text: string, usual: Edge): ParsedTime | undefined {
  const session = sessionShape.exec(text);
  if (session !== null) {
    const [, digits, name, edge] = session;
    const id = digits === undefined ? name : `s-${digits}`;
    return { kind: "session", id, edge: toEdge(edge) ?? usual };
  }
  const turn = turnShape.exec(text);
  if (turn === null) return undefined;
  const [, digits, edge] = turn;
  const id = digits === undefined ? undefined : Number(digits);
  if (id === 0) return malformed("turns are numbered from turn:1");
  if (id !== undefined && !Number.isSafeInteger(id)) {
    return malformed("no turn has a number that large");
  }
  return { kind: "turn", id, edge: toEdge(edge) ?? usual };
}

function toEdge(word: string | undefined): Edge | undefined {
  return word === "start" || word === "end" ? word : undefined;
}

/**
 * Reads `cp:before-refactor` and `cp:3`. A label is what its owner wrote: letters keep their case, and
 * no other rule of times holds for it.
 */
export function parseCheckpoint(text: string): ParsedTime | undefined {
  const name = /^\s*cp:(.*)$/is.exec(text)?.[1]?.trim();
  if (name === undefined) return undefined;
  return name === ""
    ? malformed("a checkpoint has a label or a number: cp:before-refactor, cp:3")
    : { kind: "checkpoint", name };
}

/** As `unf ops` writes it, and as a time. */
const operationShape = /^op[:-](\d+)$/;

/** With or without the letter that listings put before the digits, or the agent's own name. */
const sessionShape =
  /^(?:session|(?:session:(?:s-)?|s-)([0-9a-f]+)|session:([\w-]{4,256}))(?:\.(start|end))?$/;
const turnShape = /^(?:turn|(?:turn:(?:t-)?|t-)(\d+))(?:\.(start|end))?$/;

const burstShape = /^burst(?::(\d+))?$/;

/** `v7~` is `v7~1`, as in git. */
const versionShape = /^v(\d+)(?:(~)(\d*))?$/;
