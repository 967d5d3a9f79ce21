import type { SnapshotId } from "../base/brand.ts";
import { malformed, type ParsedTime } from "./parsed-time.ts";

/**
 * Reads the words that name something recorded instead of an instant: `v1234`, `v1234~2`, `@prev`,
 * `burst:3`.
 * Every further kind of recorded thing that may stand for a time joins here.
 */
export function parseReference(text: string): ParsedTime | undefined {
  if (text === "@prev") return { kind: "previous" };
  const burst = burstShape.exec(text);
  if (burst !== null) return parseBurst(burst[1]);
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

const burstShape = /^burst(?::(\d+))?$/;

/** `v7~` is `v7~1`, as in git. */
const versionShape = /^v(\d+)(?:(~)(\d*))?$/;
