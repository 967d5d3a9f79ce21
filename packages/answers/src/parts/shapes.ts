import * as z from "zod";

// The parts that several answers have. Types are inferred from these declarations, and JSON Schema is
// derived from them; only `unf schema`, agents' tools and tests load them, the rest takes the types.

/** RFC 3339 in UTC with milliseconds. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ id: "instant", format: "date-time" });

/** Bytes that are no text. */
export const base64 = z.string().meta({ contentEncoding: "base64" });

/** `v1234` */
export const versionName = z.string().regex(/^v[0-9]+$/);

/** `op-91` */
export const operationName = z.string().regex(/^op-[0-9]+$/);

/** `pl-`, and a mark of what a plan would do. */
export const planName = z.string().regex(/^pl-[0-9a-f]{8}$/);

export const operationKind = z.enum(["restore", "undo", "redo"]);

export const operationState = z.enum(["staging", "committed", "done", "partial", "abandoned"]);

/** `t-12` */
export const turnName = z.string().regex(/^t-[0-9]+$/);

/** A path under a name, and its exact bytes in base64 where it is not UTF-8. */
export function pathShape<N extends string>(name: N) {
  const shape = { [name]: z.string(), [`${name}_b64`]: base64.optional() };
  return shape as { [K in N]: z.ZodString } & { [K in `${N}_b64`]: z.ZodOptional<z.ZodString> };
}

/** The same where it may be absent. */
export function optionalPathShape<N extends string>(name: N) {
  const shape = { [name]: z.string().optional(), [`${name}_b64`]: base64.optional() };
  return shape as { [K in N | `${N}_b64`]: z.ZodOptional<z.ZodString> };
}

/** Upper bounds are marked by `false`; counts that are right have no such field. */
export const inexact = { exact: z.literal(false).optional() };

/** Where a listing goes on. */
export const nextCursor = z.string().nullable().describe("The cursor of the next page");

/** A time that was asked for: as it was given, and what it was understood as. */
export const time = z.strictObject({
  input: z.string().nullable(),
  resolved: instant,
  version: versionName.optional(),
  burst: z.string().optional(),
  operation: operationName.optional(),
  checkpoint: z.string().optional(),
  session: z.string().optional(),
  turn: z.string().optional(),
  deletion: versionName
    .optional()
    .describe("The state just before this version deleted what was named, without a time given"),
  thinned: instant.optional().describe("Versions of that time were removed then"),
});

/** When a version was recorded, and the time that it was asked for by. */
export const moment = time.partial({ input: true, resolved: true }).extend({ recorded: instant });

/** A file whose content at the instant that was asked for is no longer kept. */
const thinnedFile = z.strictObject({
  ...pathShape("path"),
  nearest: versionName.nullable().describe("The kept version nearest to the instant"),
  unknown: z.literal(true).optional().describe("Nobody knows whether it was there"),
});

export const thinnedShape = { thinned: z.array(thinnedFile).optional() };

const confidence = z.enum(["hook", "process", "window", "ambiguous", "unknown"]);
const authorType = z.enum(["agent", "human", "unf", "unknown"]);

/** The author of a version, and how that is known. */
export const authorShape = {
  author: z.strictObject({ type: authorType, name: z.string().nullable(), confidence }),
  session: z.string().nullable(),
  turn: turnName.nullable(),
  candidates: z
    .array(z.strictObject({ session: z.string(), turn: turnName.nullable() }))
    .optional()
    .describe("Who may have written it, where several can have"),
};

export const eventType = z.enum(["create", "modify", "delete", "rename"]);

/** A recorded version without its author. */
export const snapshotShape = {
  id: versionName,
  ...pathShape("path"),
  kind: eventType,
  at: instant,
  settled: z.boolean(),
  bytes: z.int(),
  lines: z.int().nullable(),
  added: z.int().nullable(),
  removed: z.int().nullable(),
  ...inexact,
  hash: z.string().startsWith("b3:").nullable(),
  mode: z
    .string()
    .regex(/^[0-7]+$/)
    .nullable(),
  cause: z.enum(["baseline", "event", "sweep", "operation", "excluded", "renamed"]),
  prev: versionName.nullable(),
  ...optionalPathShape("renamed_from"),
  evidence: z.enum(["inode", "content", "similar"]).optional(),
  operation: operationName.nullable(),
  withheld: z.literal(true).optional(),
  unrecordable: z.enum(["binary", "too_large"]).optional(),
};

/** A run of lines that differ. */
export const hunk = z
  .strictObject({
    old_start: z.int(),
    old_lines: z.int(),
    new_start: z.int(),
    new_lines: z.int(),
    lines: z.array(
      z.strictObject({
        op: z.enum([" ", "+", "-"]),
        text: z.string(),
        text_b64: base64.optional().describe("The bytes, where they are not UTF-8"),
        masked: z.literal(true).optional(),
        newline: z
          .literal(false)
          .optional()
          .describe("The last line of a file that ends without one"),
        words: z
          .array(z.tuple([z.int(), z.int()]))
          .optional()
          .describe("Columns that differ, from and up to"),
      }),
    ),
  })
  .meta({ id: "hunk" });

/** A span in which versions may be missing. */
export const gap = z.strictObject({
  from: instant,
  to: instant,
  reason: z.enum([
    "daemon_away",
    "overflow",
    "watch_limit",
    "root_unavailable",
    "disk_full",
    "io_error",
    "clock_jump",
    "watcher_failed",
    "too_fast",
  ]),
  closed_at: instant.nullable(),
  paths_differed: z.int().nullable(),
  ...optionalPathShape("path"),
  states_missed: z.int().optional(),
});

/** A mass change. `before`: the newest version that is older than it. */
export const burst = z.strictObject({
  id: z.string().regex(/^burst:[0-9]+$/),
  from: instant,
  to: instant,
  before: versionName.nullable(),
  changed: z.int(),
  deleted: z.int(),
});

/** `version`: the newest version that belongs to it. */
export const checkpointShape = {
  id: z.string().regex(/^cp:[0-9]+$/),
  name: z.string(),
  label: z.string().nullable(),
  message: z.string().nullable(),
  at: instant,
  version: versionName.nullable(),
  files: z.int(),
  payload_bytes: z.int().nullable(),
  pinned: z.boolean(),
};

/** Where what was forgotten was looked for, and what was found. */
export const forgetSearch = z.strictObject({
  project: z.string().regex(/^p-[0-9a-f]+$/),
  at: instant,
  state: z.enum(["due", "found"]),
  found: z.array(z.string()),
  unread: z.array(z.string()),
});

/** An ignore file whose rules do not apply. */
export const setAside = z.strictObject({
  ...pathShape("file"),
  reason: z.enum(["too_large", "too_many_rules", "too_much_work", "too_much_together"]),
  because: z.string(),
});

/** A directory that another project recorded for a while. */
export const handover = z.strictObject({
  path: z.string(),
  project: z.string(),
  from: instant,
  to: instant.nullable(),
  taken: z.int().nullable(),
});

/** From when to when; `end` is null while it goes on. */
export const spanShape = { start: instant, end: instant.nullable(), open: z.boolean() };

export const takenBack = z
  .strictObject({ by: z.array(operationName), whole: z.boolean() })
  .nullable();

export const sumShape = { added: z.int(), removed: z.int(), ...inexact };

/** A file that a session or a turn is known to have touched. */
export const touchedFile = z.strictObject({
  ...pathShape("path"),
  kind: eventType,
  ...optionalPathShape("renamed_from"),
  added: z.int(),
  removed: z.int(),
});

/** One prompt of an agent and its answer. */
export const turnShape = {
  id: turnName,
  session: z.string(),
  agent: z.string().nullable(),
  prompt_id: z.string().nullable(),
  label: z.string().nullable(),
  ...spanShape,
  ended_by: z.enum(["stop", "next_prompt", "session_end", "timeout"]).nullable(),
  ...sumShape,
  taken_back: takenBack,
  files: z.array(touchedFile),
};

/** One conversation of an agent. */
export const sessionShape = {
  id: z.string(),
  agent: z.string(),
  label: z.string().nullable(),
  ...spanShape,
  ended_by: z.enum(["session_end", "timeout"]).nullable(),
  parent: z.string().nullable(),
  agent_session: z.string(),
  cwd: z.string().nullable(),
  cwd_b64: base64.optional(),
  turns: z.int(),
  files: z.int(),
  versions: z.int(),
  ...sumShape,
  taken_back: takenBack,
};
