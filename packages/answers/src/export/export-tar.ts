import { UnfError } from "@unf/core/base";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import { type OpenScope, openScope, readTimeFlag } from "../scope/open-scope.ts";
import { type ResolvedTime, timeFields, toPoint } from "../scope/time.ts";
import { leftOutFields } from "./left-out.ts";
import { exportPlace, readSecrets } from "./place.ts";
import type { WriteNewFile } from "./ports.ts";
import type { ExportTarQuestion } from "./question.ts";
import { renderTar, type TarReport } from "./render-tar.ts";
import type { ExportTarAnswer } from "./shape.ts";
import { type LeftOut, nothingLeftOut } from "./tree-changes.ts";

/** An archive, piece by piece; what it says of itself grows with what was taken of it. */
export interface TarExport {
  readonly scope: OpenScope;
  readonly time: ResolvedTime;
  readonly pieces: Iterable<Uint8Array>;
  readonly leftOut: LeftOut;
  readonly report: TarReport;
}

/** Opens the files as they were at an instant as one archive. Throws `usage`, `not_found` before the start. */
export async function openTar(asker: Asker, question: ExportTarQuestion): Promise<TarExport> {
  const home = await asker.openHome();
  const scope = openScope(asker, home, []);
  const flag = { name: "at", input: question.at, purpose: "at" } as const;
  const time = await readTimeFlag(asker, flag, scope);
  if (time === undefined) throw new UnfError("usage", "export tar needs --at");
  const leftOut = nothingLeftOut();
  const report: TarReport = { files: 0, bytes: 0 };
  const order = { point: toPoint(time), isSecret: await readSecrets(question, home) };
  return { scope, time, pieces: renderTar(scope.reader, order, leftOut, report), leftOut, report };
}

/** Takes the archive piece by piece into a new file, or with a dry run to nowhere. */
export async function writeTar(
  asker: Asker,
  { pieces }: TarExport,
  order: {
    readonly output: string;
    readonly isDryRun: boolean;
    readonly writeNewFile: WriteNewFile;
  },
): Promise<void> {
  const file = exportPlace(asker, order.output, await asker.openHome());
  if (order.isDryRun) for (const _ of pieces) await asker.breathe?.();
  else await order.writeNewFile(file, pieces);
}

/** The answer on the archive written, or to be written, as far as it was taken. */
export function exportTarAnswer(
  { scope, time, report, leftOut }: TarExport,
  { output, isDryRun }: { readonly output: string; readonly isDryRun: boolean },
): ExportTarAnswer {
  return {
    format: "tar",
    dry_run: isDryRun,
    ...pathFields("root", scope.project.root),
    at: timeFields(time),
    output,
    files: report.files,
    bytes: report.bytes,
    ...leftOutFields(leftOut),
  };
}
