import { pathFields } from "@unf/answers";
import type { ConcernedVersion, VerifyReport } from "@unf/wiring";
import type { JsonObject } from "../frame/print/answer.ts";
import type { Repair } from "./repair.ts";

/** What `unf.verify/1` says. `repairs`: `undefined` when none was asked for. */
export function verifyJson(
  report: VerifyReport,
  {
    readData,
    repairs,
  }: { readonly readData: boolean; readonly repairs: readonly Repair[] | undefined },
): JsonObject {
  return {
    versions: report.versions,
    objects: report.objects,
    read_data: readData,
    unreferenced: report.unreferenced ?? null,
    trash: { ...report.trash },
    leftovers: report.leftovers,
    errors: report.errors.map(errorJson),
    lost: report.lost.map(({ hash, versions }) => ({
      hash: `b3:${hash}`,
      versions: versions.map(versionJson),
    })),
    ...(repairs === undefined ? {} : { repairs: repairs.map(repairJson) }),
  };
}

function errorJson(error: VerifyReport["errors"][number]): JsonObject {
  if (error.kind === "pack") return { kind: error.kind, pack: error.name, message: error.message };
  if (error.kind === "timeline") {
    return {
      kind: error.kind,
      project: `p-${error.project}`,
      ...(error.root === undefined ? { root: null } : pathFields("root", error.root)),
      message: error.message,
    };
  }
  return {
    kind: error.kind,
    fault: error.fault,
    hash: `b3:${error.hash}`,
    versions: error.versions.map(versionJson),
  };
}

function versionJson({ id, project, root, path }: ConcernedVersion): JsonObject {
  return {
    project: `p-${project}`,
    ...(root === undefined ? { root: null } : pathFields("root", root)),
    id: `v${id}`,
    ...pathFields("path", path),
  };
}

function repairJson(repair: Repair): JsonObject {
  return {
    outcome: repair.outcome,
    hash: repair.hash === undefined ? null : `b3:${repair.hash}`,
    pack: repair.pack ?? null,
    ...(repair.root === undefined ? { root: null } : pathFields("root", repair.root)),
    versions: repair.versions.map(versionJson),
    rows: repair.rows ?? null,
    ...(repair.keptIn === undefined ? { kept_in: null } : pathFields("kept_in", repair.keptIn)),
    why: repair.why ?? null,
  };
}
