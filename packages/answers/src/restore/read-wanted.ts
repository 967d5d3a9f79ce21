import { type AbsPath, type RelPath, type Steps, UnfError } from "@unf/core/base";
import { planFilter } from "@unf/core/query";
import { isSafePath } from "@unf/core/refusals";
import { type RestoreRequest, type RestoreTarget, targetPoints } from "@unf/core/restore";
import type { Snapshot } from "@unf/core/timeline";
import type { ProjectReader } from "../ports/history.ts";
import { type RecordedAt, readRecordedAt } from "../scope/recorded-at.ts";
import { type ThinnedFile, thinnedLines } from "../scope/thinned.ts";
import { findVersion } from "../scope/version.ts";

/** Rows that a request asks for. */
export interface Wanted {
  readonly rows: readonly Snapshot[];
  /** Left out: what was there and is no longer kept, and what stands there now and may have been there. */
  readonly thinned: readonly ThinnedFile[];
}

/** The recorded files a request asks for, in path order. Throws `not_found` when there are none. */
export function* readWanted(reader: ProjectReader, request: RestoreRequest): Steps<Wanted> {
  const { target, within, include, exclude } = request;
  const filter = planFilter({ include, exclude, ignoreCase: false });
  if (filter.kind === "invalid")
    throw new UnfError("usage", filter.why, { hint: "unf restore --help" });
  const part = { target, within, matches: filter.matches };
  const { recorded, thinned } = yield* readRecorded(reader, part);
  const wanted = recorded.filter(({ path, hash }) => hash !== null && filter.matches(path));
  const unsafe = wanted.find(({ path }) => !isSafePath(path));
  if (unsafe !== undefined) {
    throw new UnfError("refused", `${unsafe.path} is not a safe name to write`, {
      hint: "leave it out with --exclude",
    });
  }
  if (wanted.length > 0) return { rows: wanted, thinned };
  const [line] = thinnedLines(thinned);
  if (line !== undefined) throw new UnfError("content_thinned", line, { hint: "unf log --all" });
  throw new UnfError("not_found", "nothing recorded at that instant", { hint: "unf log --all" });
}

/** Throws `refused` for a directory inside the store. */
export function checkDestination(directory: AbsPath, home: AbsPath): void {
  if (directory === home || directory.startsWith(`${home}/`)) {
    throw new UnfError("refused", `${directory} lies in the store of unf`);
  }
}

type Part = Pick<RestoreRequest, "target" | "within"> & {
  readonly matches: (path: RelPath) => boolean;
};

function* readRecorded(reader: ProjectReader, { target, ...part }: Part): Steps<RecordedAt> {
  if (!("version" in target)) return yield* readEach(reader, target, part);
  const row = findVersion(reader.timeline, target.version);
  return { recorded: [placedAt(row, part.within[0])], thinned: [] };
}

function* readEach(
  reader: ProjectReader,
  target: Exclude<RestoreTarget, { readonly version: unknown }>,
  { within, matches }: Omit<Part, "target">,
): Steps<RecordedAt> {
  const points = targetPoints(target, within);
  const all: RecordedAt[] = [];
  for (const { point, within: paths } of points.each) {
    const isItsOwn = (path: RelPath) => points.of(path) === point;
    const meant = (path: RelPath) => matches(path) && isItsOwn(path);
    const found = yield* readRecordedAt(reader, point, { within: paths, matches: meant });
    all.push({ ...found, recorded: found.recorded.filter(({ path }) => isItsOwn(path)) });
  }
  return {
    recorded: all.flatMap(({ recorded }) => recorded),
    thinned: all.flatMap(({ thinned }) => thinned),
  };
}

function placedAt(snapshot: Snapshot, path: RelPath | undefined): Snapshot {
  return path === undefined ? snapshot : { ...snapshot, path };
}
