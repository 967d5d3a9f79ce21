import * as z from "zod";
import * as parts from "../parts/shapes.ts";
import { projectName } from "../projects/shape.ts";

const count = z.int().min(0);

const contentHash = z.string().startsWith("b3:");

/** Null where nothing says any more which directory it is about. */
const root = { root: z.string().nullable(), root_b64: parts.base64.optional() };

const version = z.strictObject({
  project: projectName,
  ...root,
  id: parts.versionName,
  ...parts.pathShape("path"),
});

const error = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("pack"), pack: z.string(), message: z.string() }),
  z.strictObject({
    kind: z.literal("timeline"),
    project: projectName,
    ...root,
    message: z.string(),
  }),
  z.strictObject({
    kind: z.literal("object"),
    fault: z.enum(["missing", "damaged"]),
    hash: contentHash,
    versions: z.array(version),
  }),
]);

const repair = z.strictObject({
  outcome: z.enum(["healed", "lost", "rebuilt", "failed"]),
  hash: contentHash.nullable(),
  pack: z.string().nullable(),
  ...root,
  versions: z.array(version).describe("That hold the content"),
  rows: count.nullable().describe("Of a rebuilt timeline"),
  kept_in: z.string().nullable().describe("Where what was damaged is kept"),
  kept_in_b64: parts.base64.optional(),
  why: z.string().nullable(),
});

/** `unf verify` */
export const verifyShape = z.strictObject({
  versions: count,
  objects: count,
  read_data: z.boolean().describe("Every object was read"),
  unreferenced: count.nullable(),
  trash: z.strictObject({ objects: count, bytes: count }),
  leftovers: count.describe("Temporaries of crashed programs"),
  errors: z.array(error),
  lost: z
    .array(z.strictObject({ hash: contentHash, versions: z.array(version) }))
    .describe("Contents that an earlier repair found nowhere"),
  repairs: z.array(repair).optional().describe("With --repair"),
});

export type VerifyAnswer = z.infer<typeof verifyShape>;
export type VerifyErrorAnswer = z.infer<typeof error>;
export type RepairAnswer = z.infer<typeof repair>;
export type ConcernedVersionAnswer = z.infer<typeof version>;
