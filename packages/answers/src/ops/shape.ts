import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const operation = z.strictObject({
  id: parts.operationName,
  kind: parts.operationKind,
  state: parts.operationState,
  at: parts.instant,
  finished_at: parts.instant.nullable(),
  argv: z.array(z.string()),
  ordered_by: z.string().nullable().describe("The session of the agent that ordered it over MCP"),
  files: z.int(),
  inverts: parts.operationName.nullable(),
  undone_by: parts.operationName.nullable(),
  took_back: z
    .array(
      z.strictObject({
        turn: parts.turnName.nullable(),
        session: z.string(),
        label: z.string().nullable(),
        whole: z.boolean(),
      }),
    )
    .describe("Whose work an oops took back"),
  left: z
    .array(z.strictObject({ ...parts.pathShape("path"), why: z.string() }))
    .describe("What it was to change and did not"),
});

/** `unf ops` */
export const opsShape = z.strictObject({
  ...parts.pathShape("root"),
  operations: z.array(operation),
  next: parts.nextCursor,
});

export type OperationAnswer = z.infer<typeof operation>;
export type OpsAnswer = z.infer<typeof opsShape>;
