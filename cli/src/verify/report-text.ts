import type { ConcernedVersion, Repair, VerifyReport } from "@unf/answers";
import { escapeForDisplay, shortenHome } from "@unf/core/query";
import { countOf } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

export interface VerifyShowing {
  readonly readData: boolean;
  readonly repairs: readonly Repair[] | undefined;
  readonly userHome: string | undefined;
}

/** One line for each thing, then the sum. In a pipe the lines have tabs between their fields. */
export function* renderVerify(
  report: VerifyReport,
  showing: VerifyShowing,
  view: View,
): Generator<string> {
  const line = (kind: string, isBad: boolean, ...fields: readonly string[]) => {
    const shown = fields.filter((field) => field !== "");
    if (!view.terminal.isForPerson) return [kind, ...shown].join("\t");
    const word = kind.padEnd(8);
    return `  ${isBad ? view.paint.bad(word) : view.paint.good(word)}  ${shown.join("  ")}`;
  };
  for (const repair of showing.repairs ?? []) {
    const isBad = repair.outcome === "lost" || repair.outcome === "failed";
    for (const fields of repairFields(repair, showing))
      yield line(repair.outcome, isBad, ...fields);
  }
  for (const error of report.errors) {
    for (const fields of errorFields(error, showing)) {
      yield line(error.kind === "object" ? error.fault : "damaged", true, ...fields);
    }
  }
  for (const { versions } of report.lost) {
    for (const version of versions) yield line("lost", true, ...versionFields(version, showing));
  }
  yield sumLine(report, showing);
}

function sumLine(report: VerifyReport, { readData, repairs }: VerifyShowing): string {
  const { errors, lost, leftovers, trash, unreferenced } = report;
  const parts = [
    countOf(report.versions, "version"),
    `${countOf(report.objects, "object")}${readData ? " read" : ""}`,
    countOf(errors.length, "error"),
    lost.length === 0 ? "" : `${countOf(lost.length, "content")} known to be lost`,
    unreferenced === undefined || unreferenced === 0 ? "" : `${unreferenced} unreferenced`,
    trash.objects === 0 ? "" : `${countOf(trash.objects, "object")} in the trash`,
    leftovers === 0 ? "" : countOf(leftovers, "leftover temporary", "leftover temporaries"),
  ].filter((part) => part !== "");
  const hint = errors.length > 0 && repairs === undefined ? "; unf verify --repair" : "";
  return `${parts.join(", ")}${hint}`;
}

function errorFields(error: VerifyReport["errors"][number], showing: VerifyShowing): string[][] {
  if (error.kind === "pack") return [[`pack ${error.name}`, error.message]];
  if (error.kind === "timeline") {
    return [
      [
        `timeline of ${rootText(error.root ?? `p-${error.project}`, showing)}`,
        escapeForDisplay(error.message),
      ],
    ];
  }
  if (error.versions.length === 0) return [[`b3:${error.hash}`, "no version refers to it"]];
  return error.versions.map((version) => versionFields(version, showing));
}

function repairFields(repair: Repair, showing: VerifyShowing): string[][] {
  const kept = repair.keptIn === undefined ? "" : `kept in ${escapeForDisplay(repair.keptIn)}`;
  if (repair.pack !== undefined) return [[`pack ${repair.pack}`, kept]];
  if (repair.hash === undefined) {
    const name = `timeline of ${rootText(repair.root ?? "an unknown directory", showing)}`;
    const said =
      repair.why === undefined
        ? countOf(repair.rows ?? 0, "version")
        : escapeForDisplay(repair.why);
    return [[name, said, kept]];
  }
  if (repair.versions.length === 0) return [[`b3:${repair.hash}`, kept]];
  return repair.versions.map((version) => [...versionFields(version, showing), kept]);
}

function versionFields(version: ConcernedVersion, showing: VerifyShowing): string[] {
  const { id, path, root, project } = version;
  return [`v${id}`, escapeForDisplay(path), rootText(root ?? `p-${project}`, showing)];
}

function rootText(root: string, { userHome }: VerifyShowing): string {
  return escapeForDisplay(shortenHome(root, userHome));
}
