import { decodeBase64 } from "../base/base64.ts";
import type { AbsPath, ProjectId } from "../base/brand.ts";
import { decodePath, isUtf8Path } from "../base/path.ts";
import { parseUtc } from "../time/utc.ts";
import type { IntendedProject, Intent, ProjectOptions, Quarantine, Trial } from "./intent.ts";

/** The fault that makes a document no intent. */
export interface IntentProblem {
  readonly problem: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the members of an intent of format 1. One wrong member makes the whole document wrong: to
 * drop a project silently would be to stop recording it. Unknown members are passed over.
 */
export function readIntent(raw: unknown): Intent | IntentProblem {
  if (!isFields(raw)) return problem("the document is no object");
  const { generation, running, projects: list } = raw;
  if (!isCount(generation)) return problem("generation is no number");
  if (typeof running !== "boolean") return problem("running is neither true nor false");
  if (!Array.isArray(list)) return problem("projects is no list");
  const projects: IntendedProject[] = [];
  const seen = new Set<string>();
  for (const [index, item] of list.entries()) {
    const project = readProject(item);
    if ("problem" in project) return problem(`project ${index + 1}: ${project.problem}`);
    if (seen.has(project.id) || seen.has(project.root)) {
      return problem(`project ${index + 1} is listed twice`);
    }
    seen.add(project.id).add(project.root);
    projects.push(project);
  }
  return { generation, running, projects };
}

function readProject(raw: unknown): IntendedProject | IntentProblem {
  if (!isFields(raw)) return problem("it is no object");
  const { id } = raw;
  if (typeof id !== "string" || !/^[0-9a-f]{16}$/.test(id))
    return problem("id is not 16 hex digits");
  const root = readRoot(raw);
  if (root === undefined) return problem("root is no absolute path");
  const addedAt = readInstant(raw.added_at);
  if (addedAt === undefined) return problem("added_at is no instant");
  const options = readOptions(raw.options);
  if (options === undefined) return problem("options are not understood");
  const trial = readTrial(raw.trial);
  const project = {
    ...{ id: id as ProjectId, root, addedAt, options },
    ...(trial === undefined ? {} : { trial }),
  };
  if (raw.quarantined === undefined) return project;
  const quarantined = readQuarantine(raw.quarantined);
  return quarantined === undefined
    ? problem("quarantined is not understood")
    : { ...project, quarantined };
}

/** `root_b64` counts where both are given; `root` is then for reading. */
function readRoot(raw: Fields): AbsPath | undefined {
  const { root, root_b64 } = raw;
  if (root_b64 === undefined) {
    return typeof root === "string" && isUtf8Path(root) && isRoot(root)
      ? (root as AbsPath)
      : undefined;
  }
  const bytes = typeof root_b64 === "string" ? decodeBase64(root_b64) : undefined;
  const path = bytes === undefined ? "" : decodePath(bytes);
  return isRoot(path) ? (path as AbsPath) : undefined;
}

/** Absolute, normalised, and not `/` itself. */
function isRoot(path: string): boolean {
  if (!path.startsWith("/") || path.includes("\0")) return false;
  return path
    .slice(1)
    .split("/")
    .every((name) => name !== "" && name !== "." && name !== "..");
}

function readOptions(raw: unknown): ProjectOptions | undefined {
  if (!isFields(raw)) return undefined;
  const { max_file_bytes: maxFileBytes, include_ignored: includeIgnored, binary } = raw;
  if (maxFileBytes !== undefined && !isCount(maxFileBytes)) return undefined;
  if (includeIgnored !== undefined && !isTexts(includeIgnored)) return undefined;
  if (binary !== undefined && typeof binary !== "boolean") return undefined;
  return {
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    ...(includeIgnored === undefined ? {} : { includeIgnored }),
    ...(binary === undefined ? {} : { binary }),
  };
}

/** A trial that makes no sense counts as none: the project is only left out for a shorter time. */
function readTrial(raw: unknown): Trial | undefined {
  if (!isFields(raw)) return undefined;
  const since = readInstant(raw.since);
  const { count } = raw;
  const isCount = typeof count === "number" && Number.isSafeInteger(count) && count > 0;
  return since === undefined || !isCount ? undefined : { since, count };
}

function readQuarantine(raw: unknown): Quarantine | undefined {
  if (!isFields(raw)) return undefined;
  const since = readInstant(raw.since);
  const { reason } = raw;
  return since === undefined || typeof reason !== "string" ? undefined : { since, reason };
}

function readInstant(raw: unknown): ReturnType<typeof parseUtc> {
  return typeof raw === "string" ? parseUtc(raw) : undefined;
}

function isFields(raw: unknown): raw is Fields {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw);
}

function isCount(raw: unknown): raw is number {
  return typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 0;
}

function isTexts(raw: unknown): raw is readonly string[] {
  return Array.isArray(raw) && raw.length > 0 && raw.every((one) => typeof one === "string");
}

function problem(text: string): IntentProblem {
  return { problem: text };
}
