import { parentPath, type RelPath, type Steps } from "@unf/core/base";
import { type PathTest, tarEnd, tarMember } from "@unf/core/exchange";
import { directoryModeAt } from "@unf/core/ports";
import type { Point, Snapshot } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import { readRecordedAt } from "../scope/recorded-at.ts";
import { type LeftOut, readContent } from "./tree-changes.ts";

export interface TarReport {
  files: number;
  bytes: number;
}

/**
 * The state at an instant as an archive, piece by piece; the report grows with it. Pieces without a byte
 * come while it is read which files there are.
 */
export function* renderTar(
  reader: ProjectReader,
  { point, isSecret }: { readonly point: Point; readonly isSecret: PathTest },
  leftOut: LeftOut,
  report: TarReport,
): Generator<Uint8Array> {
  const directories = openDirectories(reader, point);
  const { recorded, thinned } = yield* inPieces(readRecordedAt(reader, point));
  leftOut.thinned.push(...thinned);
  for (const row of recorded) {
    if (isSecret(row.path)) {
      leftOut.secret.add(row.path);
      continue;
    }
    const bytes = readContent(reader, row, leftOut);
    if (bytes === undefined) continue;
    for (const member of [...directories.above(row), tarMember({ ...row, bytes })]) {
      report.bytes += member.length;
      yield member;
    }
    report.files += 1;
  }
  const end = tarEnd(report.bytes);
  report.bytes += end.length;
  yield end;
}

function* inPieces<T>(steps: Steps<T>): Generator<Uint8Array, T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield noBytes;
  }
}

const noBytes = new Uint8Array();

/** Members for the directories whose modes are known, each before the first file in it. */
function openDirectories({ timeline }: ProjectReader, point: Point) {
  const seen = new Set<RelPath>([root]);
  function* above({ path, at }: Pick<Snapshot, "path" | "at">): Generator<Uint8Array> {
    const directory = parentPath(path);
    if (seen.has(directory)) return;
    seen.add(directory);
    yield* above({ path: directory, at });
    const mode = directoryModeAt(timeline, directory, point);
    if (mode !== undefined) yield tarMember({ path: directory, mode, at, bytes: new Uint8Array() });
  }
  return { above };
}

/** The root has no entry: whoever unpacks an archive has made the place for it. */
const root = "" as RelPath;
