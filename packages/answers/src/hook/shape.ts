import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const count = z.int().min(0);

const agent = z.strictObject({
  agent: z.string(),
  state: z.enum(["installed", "partly", "disabled", "not_installed", "not_found", "unreadable"]),
  ...parts.pathShape("file"),
  events: z.array(z.string()).describe("Of which the agent tells"),
  disabled_by: z
    .strictObject({ ...parts.pathShape("file"), key: z.string() })
    .nullable()
    .describe("The setting that turns its hooks off"),
  trusted: z.boolean().nullable().describe("Null where the agent asks nobody"),
  starts: z.array(z.string()).describe("Programs that the hooks start"),
  parts: z
    .array(
      z.strictObject({
        part: z.string(),
        state: z.enum(["installed", "partly", "not_installed", "foreign", "unreadable"]),
        ...parts.pathShape("file"),
      }),
    )
    .describe("MCP server and commands that belong to the hooks"),
  lacks: z.array(z.string()).describe("For which the agent has no place that unf writes to"),
  troubles: z
    .array(z.string())
    .describe("Why hooks that are there are not called, or call nothing"),
  why: z.string().nullable().describe("Why the settings cannot be read"),
  last_heard_at: parts.instant.nullable(),
  payloads: z.strictObject({
    lost: count,
    last_lost_at: parts.instant.nullable(),
    last_lost_why: z.string().nullable(),
    late: count,
    late_ms_max: z.number().min(0),
  }),
});

const evidence = z.enum(["writers", "lives", "bytes", "others", "hookless"]);

/** `unf hook status` */
export const hookStatusShape = z.strictObject({
  action: z.literal("status"),
  agents: z.array(agent),
  hookless: z
    .array(z.strictObject({ agent: z.string(), lacks: z.array(z.string()) }))
    .describe("Agents that have no hooks at all; none where agents were named"),
  lacking: z
    .array(z.strictObject({ evidence, why: z.string(), follows: z.string() }))
    .describe("Evidence of authors that the system does not give"),
});

const changed = z.strictObject({
  agent: z.string(),
  part: z.string().describe("hooks, MCP server, or a command such as /unf:rewind"),
  state: z.enum(["installed", "removed", "already", "not_installed", "skipped", "refused"]),
  ...parts.pathShape("file"),
  backup: z.string().nullable().describe("The copy of the settings before"),
  events: z.array(z.string()),
  why: z.string().nullable().describe("Why nothing was done"),
});

/** `unf hook install` and `uninstall` */
export const hookChangeShape = z.strictObject({
  action: z.enum(["install", "uninstall"]),
  dry_run: z.boolean(),
  agents: z.array(changed),
});

export type HookAgentAnswer = z.infer<typeof agent>;
export type HookStatusAnswer = z.infer<typeof hookStatusShape>;
export type HookChangedAnswer = z.infer<typeof changed>;
export type HookChangeAnswer = z.infer<typeof hookChangeShape>;
