import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const asked = z.strictObject({ input: z.string(), resolved: parts.instant });

/**
 * Fields that every answer about a selection begins with. `root` is there when it is about one
 * project.
 */
const selection = {
  ...parts.optionalPathShape("root"),
  since: asked.optional(),
  until: asked.optional(),
};

/** A listed version. */
export const version = z
  .strictObject({
    ...parts.optionalPathShape("root"),
    ...parts.snapshotShape,
    ...parts.authorShape,
    lost: z.literal(true).optional().describe("There is no content any more"),
    ...parts.optionalPathShape("renamed_to"),
    hunks: z.array(parts.hunk).optional(),
  })
  .meta({ id: "version" });

/** A mark of a project names it where several are listed. */
const inProject = parts.optionalPathShape("root");

/** `unf log` */
export const logShape = z.strictObject({
  ...selection,
  entries: z.array(version),
  gaps: z.array(parts.gap.extend(inProject)),
  bursts: z.array(parts.burst.extend(inProject)),
  checkpoints: z.array(z.strictObject({ ...inProject, ...parts.checkpointShape })),
  handovers: z.array(parts.handover.extend(inProject)),
  turns: z.array(z.strictObject({ ...inProject, ...parts.turnShape })),
  next: parts.nextCursor,
});

/** `unf log --group file` */
export const logByFileShape = z.strictObject({
  ...selection,
  files: z.array(
    z.strictObject({
      ...inProject,
      ...parts.pathShape("path"),
      versions: z.int(),
      first_at: parts.instant,
      last_at: parts.instant,
      last: parts.versionName,
      last_kind: parts.eventType,
      ...parts.sumShape,
      entries: z.array(version),
    }),
  ),
  next: parts.nextCursor,
});

/** `unf log --group turn` and `--group session` */
export const logByAuthorShape = z.strictObject({
  ...selection,
  groups: z.array(
    z.strictObject({
      ...inProject,
      ...parts.authorShape,
      label: z.string().nullable(),
      versions: z.int(),
      files: z.int(),
      ...parts.sumShape,
      first_at: parts.instant,
      last_at: parts.instant,
      entries: z.array(version),
    }),
  ),
  next: parts.nextCursor,
});

/** Changes of people, none of which is far from the next. */
export const personStretch = z.strictObject({
  ...inProject,
  id: z.string().regex(/^work-[0-9]+$/),
  agent: z.null(),
  author: z.strictObject({ type: z.enum(["human", "unknown"]) }),
  ...parts.spanShape,
  turns: z.null(),
  files: z.int(),
  versions: z.int(),
  added: z.int(),
  removed: z.int(),
});

/** `unf log --sessions` */
export const logBySessionShape = z.strictObject({
  ...selection,
  sessions: z.array(
    z.union([z.strictObject({ ...inProject, ...parts.sessionShape }), personStretch]),
  ),
});

/** `unf log --histogram` */
export const histogramShape = z.strictObject({
  ...selection,
  step: z.string(),
  total: z.int(),
  from: parts.instant,
  to: parts.instant,
  buckets: z.array(z.strictObject({ start: parts.instant, end: parts.instant, count: z.int() })),
});

export type SelectionFields = z.infer<z.ZodObject<typeof selection, z.core.$strict>>;
export type VersionAnswer = z.infer<typeof version>;
export type LogAnswer = z.infer<typeof logShape>;
export type LogByFileAnswer = z.infer<typeof logByFileShape>;
export type LogByAuthorAnswer = z.infer<typeof logByAuthorShape>;
export type LogBySessionAnswer = z.infer<typeof logBySessionShape>;
export type HistogramAnswer = z.infer<typeof histogramShape>;
export type PersonStretchAnswer = z.infer<typeof personStretch>;
export type StretchAnswer = LogBySessionAnswer["sessions"][number];
