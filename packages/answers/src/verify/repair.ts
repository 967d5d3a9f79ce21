import { type ProjectId, pathFromColumn } from "@unf/core/base";
import type { ConcernedVersion, ObjectError, VerifyReport } from "@unf/maintenance";
import type { RepairReply } from "@unf/protocol";
import type { Writer } from "../ports/recording.ts";

/** Outcome of a repair for one thing that `verify` had found. */
export interface Repair {
  /** `failed`: a timeline that could not be rebuilt; it stays as it is. */
  readonly outcome: "healed" | "lost" | "rebuilt" | "failed";
  readonly hash: string | undefined;
  readonly root: string | undefined;
  /** The name of a pack. */
  readonly pack: string | undefined;
  /** Versions that hold the content. */
  readonly versions: readonly ConcernedVersion[];
  /** Rows of a rebuilt timeline. */
  readonly rows: number | undefined;
  /** Where what was damaged is kept. */
  readonly keptIn: string | undefined;
  readonly why: string | undefined;
}

/** Digests in one request: a line of the socket holds 15,000. */
const batchMax = 10_000;

/** Has everything of the report repaired that can be. Timelines first: objects are found by them. */
export async function repairAll(writer: Writer, report: VerifyReport): Promise<Repair[]> {
  const timelines = report.errors.filter((error) => error.kind === "timeline");
  const objects = report.errors.filter((error) => error.kind === "object");
  const packs = report.errors.flatMap((error) => (error.kind === "pack" ? [error.name] : []));
  const repairs: Repair[] = [];
  const asked = timelines.map(({ project }) => project);
  for (let at = 0; at === 0 || at < objects.length; at += batchMax) {
    const batch = objects.slice(at, at + batchMax);
    const reply = await writer.request("repair", {
      timelines: at === 0 ? asked : [],
      objects: batch.map(({ hash }) => hash),
      // Last: from what was healed more of them can be read.
      ...(packs.length > 0 && at + batchMax >= objects.length ? { packs } : {}),
    });
    const roots = new Map(timelines.map(({ project, root }) => [project, root]));
    repairs.push(...reply.timelines.map((done) => toRebuild(done, roots)));
    repairs.push(...reply.objects.flatMap((done) => toHealing(done, batch)));
    repairs.push(...reply.packs.flatMap(toSalvage));
  }
  return repairs;
}

function toSalvage({ name, kept_in }: RepairReply["packs"][number]): Repair[] {
  if (kept_in === null) return [];
  return [{ ...healed, outcome: "rebuilt", pack: name, keptIn: kept(kept_in) }];
}

function toRebuild(
  { project, versions, kept_in, why }: RepairReply["timelines"][number],
  roots: ReadonlyMap<ProjectId, string | undefined>,
): Repair {
  return {
    outcome: kept_in === null ? "failed" : "rebuilt",
    hash: undefined,
    root: roots.get(project as ProjectId),
    pack: undefined,
    versions: [],
    rows: kept_in === null ? undefined : versions,
    keptIn: kept_in === null ? undefined : pathFromColumn(kept_in),
    why,
  };
}

function toHealing(
  { hash, outcome, kept_in }: RepairReply["objects"][number],
  batch: readonly ObjectError[],
): Repair[] {
  if (outcome === "sound") return [];
  const versions = batch.find((error) => error.hash === hash)?.versions ?? [];
  // Nothing is lost with a damaged object that no version needs.
  if (outcome === "lost" && versions.length === 0)
    return [{ ...healed, hash, keptIn: kept(kept_in) }];
  return [{ ...healed, outcome, hash, versions, keptIn: kept(kept_in) }];
}

const healed: Repair = {
  outcome: "healed",
  hash: undefined,
  root: undefined,
  pack: undefined,
  versions: [],
  rows: undefined,
  keptIn: undefined,
  why: undefined,
};

function kept(column: string | null): string | undefined {
  return column === null ? undefined : pathFromColumn(column);
}
