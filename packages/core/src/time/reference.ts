import type { SnapshotId } from "../base/brand.ts";
import { malformed, type ParsedTime } from "./parsed-time.ts";

/**
 * Reads the words that name something recorded instead of an instant: `v1234`, `v1234~2`, `@prev`,
 * `burst:3`, `op:91`.
 * Every further kind of recorded thing that may stand for a time joins here.
 */
export function parseReference(text: string): ParsedTime | undefined {
  if (text === "@prev") return { kind: "previous" };
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

const burstShape = /^burst(?::(\d+))?$/;

/** `v7~` is `v7~1`, as in git. */
const versionShape = /^v(\d+)(?:(~)(\d*))?$/;
