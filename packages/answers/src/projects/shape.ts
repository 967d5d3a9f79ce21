import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** `p-`, and what the store calls the project. */
export const projectName = z.string().regex(/^p-[0-9a-f]+$/);

export const projectState = z.enum([
  "watching",
  "scanning",
  "degraded",
  "missing",
  "error",
  "stopped",
]);

/** When versions were removed last. */
export const pruning = z
  .strictObject({
    at: parts.instant,
    cause: z.enum(["policy", "asked", "cap", "forget"]),
    versions: z.int(),
    from: parts.instant,
    to: parts.instant,
  })
  .nullable();

const project = z.strictObject({
  id: projectName,
  ...parts.pathShape("root"),
  watched: z.boolean(),
  state: projectState,
  reason: z.string().nullable(),
  files: z.int(),
  versions: z.int(),
  bytes: z.int(),
  first_at: parts.instant.nullable(),
  last_at: parts.instant.nullable(),
  last_pruning: pruning,
});

/** `unf list` */
export const projectsShape = z.strictObject({ projects: z.array(project) });

export type PruningAnswer = z.infer<typeof pruning>;
export type ListedProjectAnswer = z.infer<typeof project>;
export type ProjectsAnswer = z.infer<typeof projectsShape>;
