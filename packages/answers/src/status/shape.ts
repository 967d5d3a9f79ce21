import * as z from "zod";
import * as parts from "../parts/shapes.ts";
import { projectName, projectState, pruning } from "../projects/shape.ts";

const count = z.int().min(0);

/** Of a pack several files have their shares, so it need not be whole. */
const amount = z.number().min(0);

const daemon = z.strictObject({
  pid: z.int(),
  version: z.string(),
  started_at: parts.instant,
  uptime_ms: z.number(),
  rss_bytes: count,
  cpu: z.number().describe("Share of one core since it was started, from 0 to 1"),
  safe_mode: z.boolean(),
  lost_events: z.strictObject({ events: count, last_at: parts.instant }).nullable(),
});

/** The processes that record. */
const running = {
  daemon: daemon.nullable(),
  sentinel: z.strictObject({ pid: z.int() }).nullable(),
};

/** The command that keeps a daemon from being started, and the work that one is at. */
const work = {
  occupant: z
    .strictObject({ pid: z.int(), command: z.string(), since: parts.instant.nullable() })
    .nullable(),
  busy: z.strictObject({ pid: z.int(), what: z.string(), since: parts.instant }).nullable(),
};

const here = z
  .strictObject({ watched: z.boolean(), project: projectName.nullable(), recording: z.boolean() })
  .nullable();

const missedStates = z
  .strictObject({ states: count, files: count, last_at: parts.instant })
  .nullable();

const unfinished = z.strictObject({
  id: parts.operationName,
  kind: parts.operationKind,
  state: parts.operationState,
  at: parts.instant,
  advice: z.string(),
  under_way: z
    .strictObject({
      phase: z.enum(["waiting", "planning", "staging", "applying", "recording"]),
      done: count,
      total: count.nullable(),
    })
    .nullable(),
});

const project = z.strictObject({
  id: projectName,
  ...parts.pathShape("root"),
  state: projectState,
  reason: z.string().nullable(),
  backend: z.string().nullable(),
  backend_reason: z.string().nullable(),
  directories: count.nullable(),
  last_event_at: parts.instant.nullable(),
  files: count,
  versions: count,
  bytes: count,
  pending: count.nullable(),
  open_gaps: count.nullable(),
  ignore_files_set_aside: z.array(parts.setAside).nullable(),
  missed_states: missedStates,
  ignore_files_held: z.array(z.strictObject(parts.pathShape("path"))),
  last_pruning: pruning,
  last_burst: parts.burst.nullable(),
  unfinished_operation: unfinished.nullable(),
});

const largePath = z.strictObject({
  root: z.string(),
  path: z.string(),
  versions: count,
  bytes: amount,
});

/** How near the store is to the cap. */
const storeLevel = {
  disk_bytes: amount.nullable(),
  cap_bytes: count.nullable(),
  measured_at: parts.instant.nullable(),
  level: z.enum(["good", "near", "full"]).nullable(),
  thinning_failed: z.boolean(),
  largest: z.array(largePath),
  relieved: z
    .strictObject({
      at: parts.instant,
      versions: count,
      freed_bytes: amount,
      charged: z.array(largePath),
    })
    .nullable(),
};

const retention = z.strictObject({
  auto: z.boolean(),
  keep_within_ms: z.number().nullable(),
  hourly_ms: z.number().nullable(),
  daily_ms: z.number().nullable(),
  weekly_ms: z.number().nullable(),
});

const sinceCheckpoint = z.strictObject({
  ...parts.pathShape("root"),
  checkpoint: z.strictObject(parts.checkpointShape),
  summary: z.strictObject({
    changed: count,
    created: count,
    modified: count,
    deleted: count,
    renamed: count,
  }),
  files: z.array(
    z.strictObject({
      ...parts.pathShape("path"),
      status: parts.eventType,
      ...parts.optionalPathShape("renamed_from"),
      bytes: amount,
    }),
  ),
});

/** `unf status` */
export const statusShape = z.strictObject({
  recording: z.boolean(),
  healthy: z.boolean(),
  intended: z.boolean(),
  ...running,
  ...work,
  here,
  projects: z.array(project),
  store: z.strictObject({
    ...parts.pathShape("path"),
    bytes: count,
    free_bytes: count.optional(),
    ...storeLevel,
  }),
  retention,
  scratch_home: z.boolean(),
  forget_searches: z.array(parts.forgetSearch),
  since_checkpoint: sinceCheckpoint.optional(),
  session: z.strictObject(parts.sessionShape).nullable().optional(),
});

type Fields<S extends z.ZodRawShape> = z.infer<z.ZodObject<S, z.core.$strict>>;

/** `unf prompt` */
export const promptShape = z.strictObject({
  ...parts.optionalPathShape("root"),
  state: z.enum(["recording", "not_recording", "not_watched"]),
  trouble: z
    .enum([
      "stopped",
      "absent",
      "occupied",
      "hung",
      "unwatched",
      "project",
      "projects",
      "safe_mode",
    ])
    .nullable(),
});

export type StatusAnswer = z.infer<typeof statusShape>;
export type RunningFields = Fields<typeof running>;
export type WorkFields = Fields<typeof work>;
export type HereAnswer = z.infer<typeof here>;
export type SetAsideAnswer = z.infer<typeof parts.setAside>;
export type MissedAnswer = z.infer<typeof missedStates>;
export type UnfinishedAnswer = z.infer<typeof unfinished>;
export type ProjectStatusAnswer = z.infer<typeof project>;
export type StoreLevelFields = Fields<typeof storeLevel>;
export type RetentionAnswer = z.infer<typeof retention>;
export type SinceCheckpointAnswer = z.infer<typeof sinceCheckpoint>;
export type PromptAnswer = z.infer<typeof promptShape>;
