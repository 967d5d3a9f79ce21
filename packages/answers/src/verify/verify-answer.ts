import type { ConcernedVersion, VerifyReport } from "@unf/maintenance";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Repair } from "./repair.ts";
import type {
  ConcernedVersionAnswer,
  RepairAnswer,
  VerifyAnswer,
  VerifyErrorAnswer,
} from "./shape.ts";
import type { Verified } from "./verify.ts";

/** The answer: findings, and the repairs of them. */
export function verifyAnswer({ report, repairs, readData }: Verified): VerifyAnswer {
  return {
    versions: report.versions,
    objects: report.objects,
    read_data: readData,
    unreferenced: report.unreferenced ?? null,
    trash: { ...report.trash },
    leftovers: report.leftovers,
    errors: report.errors.map(errorAnswer),
    lost: report.lost.map(({ hash, versions }) => ({
      hash: `b3:${hash}`,
      versions: versions.map(versionAnswer),
    })),
    ...(repairs === undefined ? {} : { repairs: repairs.map(repairAnswer) }),
  };
}

function errorAnswer(error: VerifyReport["errors"][number]): VerifyErrorAnswer {
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
    versions: error.versions.map(versionAnswer),
  };
}

function versionAnswer({ id, project, root, path }: ConcernedVersion): ConcernedVersionAnswer {
  return {
    project: `p-${project}`,
    ...(root === undefined ? { root: null } : pathFields("root", root)),
    id: versionName(id),
    ...pathFields("path", path),
  };
}

function repairAnswer(repair: Repair): RepairAnswer {
  return {
    outcome: repair.outcome,
    hash: repair.hash === undefined ? null : `b3:${repair.hash}`,
    pack: repair.pack ?? null,
    ...(repair.root === undefined ? { root: null } : pathFields("root", repair.root)),
    versions: repair.versions.map(versionAnswer),
    rows: repair.rows ?? null,
    ...(repair.keptIn === undefined ? { kept_in: null } : pathFields("kept_in", repair.keptIn)),
    why: repair.why ?? null,
  };
}
