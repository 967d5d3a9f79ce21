import { serviceManagers } from "@unf/core/service";
import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const pid = z.int().nullable();

/** `unf start` and `unf restart`: the recorder afterwards; of a dry run as it is. */
export const runningShape = z.strictObject({
  state: z.enum(["running", "stopped"]),
  pid,
  version: z.string().nullable(),
  sentinel_pid: pid,
  projects: z.int().min(0).describe("How many it records"),
});

/** `unf stop`: what ended; of a dry run what would. */
export const stopShape = z.strictObject({
  dry_run: z.boolean(),
  stopped: z.boolean().describe("Something ran"),
  pid,
  sentinel_pid: pid,
});

/** `unf flush` */
export const flushShape = z.strictObject({
  projects: z.array(
    z.strictObject({
      ...parts.pathShape("root"),
      last: parts.versionName.nullable().describe("The newest version"),
      recorded: z.int().min(0).describe("Versions that came by this"),
    }),
  ),
});

/** The manager that starts unf at login or at boot. */
const serviceManager = z.enum(serviceManagers);

const serviceState = z.enum(["enabled", "disabled", "broken"]);

const changed = { dry_run: z.boolean(), changed: z.boolean() };

/** `unf service enable` */
export const serviceEnabledShape = z.strictObject({
  action: z.literal("enable"),
  ...changed,
  manager: serviceManager,
  state: z.enum(["enabled", "disabled"]),
  file: z.string().nullable(),
  text: z.string().describe("All that is written"),
  node: z.string(),
  program: z.string(),
  advice: z.array(z.string()),
});

/** `unf service disable` */
export const serviceDisabledShape = z.strictObject({
  action: z.literal("disable"),
  ...changed,
  manager: serviceManager.nullable(),
  state: serviceState,
  file: z.string().nullable(),
});

/** `unf service status` */
export const serviceStatusShape = z.strictObject({
  action: z.literal("status"),
  manager: serviceManager.nullable(),
  state: serviceState,
  file: z.string().nullable(),
  problem: z.string().nullable(),
  edited: z.boolean(),
});

export type RunningAnswer = z.infer<typeof runningShape>;
export type StopAnswer = z.infer<typeof stopShape>;
export type FlushAnswer = z.infer<typeof flushShape>;
export type ServiceEnabledAnswer = z.infer<typeof serviceEnabledShape>;
export type ServiceDisabledAnswer = z.infer<typeof serviceDisabledShape>;
export type ServiceStatusAnswer = z.infer<typeof serviceStatusShape>;
