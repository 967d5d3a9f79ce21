import {
  type JsonObject,
  member,
  pathFromColumn,
  type RelPath,
  type SnapshotId,
  UnfError,
  type WallMs,
} from "@unf/core/base";
import type { ChosenHunks } from "@unf/core/operations";
import type { RestoreRequest } from "@unf/core/restore";
import { parseUtc } from "@unf/core/time";
import {
  BadField,
  listOf,
  object,
  oneOf,
  optional,
  type Parse,
  required,
  text,
} from "../wire/field.ts";
import { innerPath } from "../wire/paths.ts";
import {
  argv,
  globs,
  natural,
  number,
  parseBrief,
  parseRoot,
  pathsMax,
  planOrNull,
} from "./fields.ts";
import type { WireRestoreOutcome } from "./outcome.ts";

/** Of one file. */
const hunksMax = 100_000;

/** A restore as a person asked for it, `RestoreRequest`, and how it is to be carried out. */
export function parseRestore(raw: JsonObject) {
  const plan = required(raw, "params.plan", planOrNull);
  const some = optional(raw, "hunks", listOf(parseHunks, pathsMax), "params.");
  // Numbers mean nothing without the plan that they were chosen in.
  if (some.hunks !== undefined && plan === null) {
    throw new BadField("params.plan", "must be given with hunks");
  }
  const root = parseRoot(raw);
  const within = required(raw, "params.within", listOf(innerPath, pathsMax)).map(pathFromColumn);
  const request: RestoreRequest = {
    target: parseTarget(required(raw, "params.target", object), within),
    within,
    include: required(raw, "params.include", globs),
    exclude: required(raw, "params.exclude", globs),
    deletions: required(raw, "params.deletions", oneOf("keep", "remove")),
    overwrite: required(raw, "params.overwrite", oneOf("always", "if-changed", "never")),
    ...some,
  };
  const brief = parseBrief(raw, plan);
  return { root, ...request, plan, ...brief, argv: required(raw, "params.argv", argv) };
}

export type RestoreParams = ReturnType<typeof parseRestore>;

export interface RestoreReply {
  readonly plan: string;
  /** `null` when there was nothing to do. */
  readonly operation: number | null;
  readonly actions: readonly WireRestoreOutcome[];
}

/** The hunks that were chosen of one file. */
export const parseHunks: Parse<ChosenHunks> = (value, field) => {
  const raw = object(value, field);
  return {
    path: pathFromColumn(required(raw, `${field}.path`, innerPath)),
    chosen: required(raw, `${field}.chosen`, listOf(natural, hunksMax)),
  };
};

function parseTarget(raw: JsonObject, within: readonly RelPath[]): RestoreRequest["target"] {
  const names = ["at", "id", "ids", "version"].filter((name) => member(raw, name) !== undefined);
  const [name, ...more] = names;
  if (name === undefined || more.length > 0) {
    throw new BadField("params.target", "must have exactly one of: at, id, ids, version");
  }
  if (name === "at") return { at: required(raw, "params.target.at", instant) };
  if (name === "ids") {
    const ids = required(raw, "params.target.ids", listOf(natural, pathsMax));
    if (ids.length === 0 || ids.length !== within.length)
      throw new BadField("params.target.ids", "must have one row for each of params.within");
    return { ids: ids as SnapshotId[] };
  }
  if (name === "id") return { id: required(raw, "params.target.id", natural) as SnapshotId };
  return { version: required(raw, "params.target.version", number) as SnapshotId };
}

const instant: Parse<WallMs> = (value, field) => {
  const at = parseUtc(text(64)(value, field));
  // Well formed and without a meaning, as a time that a person typed: the order fails, and not its form.
  if (at === undefined) throw new UnfError("usage", "target.at is not an RFC 3339 instant in UTC");
  return at;
};
