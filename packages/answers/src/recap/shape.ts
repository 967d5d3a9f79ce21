import * as z from "zod";
import { personStretch } from "../log/shape.ts";
import * as parts from "../parts/shapes.ts";

/** With several projects every record names its own. */
const inProject = parts.optionalPathShape("root");

const agentStretch = z.strictObject({
  ...inProject,
  ...parts.sessionShape,
  changed: z.array(parts.touchedFile),
  last_turn: z.strictObject(parts.turnShape).optional(),
});

const operation = z.strictObject({
  ...inProject,
  id: parts.operationName,
  kind: parts.operationKind,
  state: parts.operationState,
  at: parts.instant,
  argv: z.array(z.string()),
  files: z.int(),
});

/** `unf recap` */
export const recapShape = z.strictObject({
  ...parts.optionalPathShape("root"),
  since: parts.time.optional(),
  sessions: z.array(z.union([agentStretch, personStretch])),
  uncommitted: z
    .array(z.string())
    .optional()
    .describe("Paths that git has in no commit; with several projects absolute ones"),
  uncommitted_more: z.int().optional(),
  gaps: z.array(parts.gap.extend(inProject)),
  last_operations: z.array(operation),
  next_steps: z.array(z.string()).describe("Commands that show more of it"),
});

export type RecapAnswer = z.infer<typeof recapShape>;
export type RecentAnswer = RecapAnswer["sessions"][number];
export type LastOperationAnswer = z.infer<typeof operation>;
