import { isContentMissing, isWithin, type RelPath, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { planMask } from "@unf/core/mask";
import type { TimelineReader } from "@unf/core/ports";
import { escapeForDisplay } from "@unf/core/query";
import {
  type ContentMatches,
  ContentSearch,
  type HitRequest,
  LineHistory,
  type LineHit,
  type LineMatcher,
  noMatches,
} from "@unf/core/search";
import type { Snapshot } from "@unf/core/timeline";
import type { RunWithin } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";

export interface SearchOrder extends Pick<HitRequest, "change" | "since" | "until"> {
  readonly matcher: LineMatcher;
  /** Bounds the time of each search; none for a matcher that is quick anyway. */
  readonly runWithin: RunWithin | undefined;
  /** Files and directories; empty for the whole project. */
  readonly within: readonly RelPath[];
  readonly interim: boolean;
  readonly reveal: boolean;
}

export interface SearchResult {
  /** By the version that last had the line, newest first. */
  readonly hits: readonly LineHit[];
  /** Versions that could not be searched because their content is lost. */
  readonly lost: number;
}

/** Looks for lines in every version, oldest first. Throws `failed` when they are too many, or one takes too long. */
export async function readHits(
  source: ProjectReader,
  order: SearchOrder,
  step?: (versions: number) => Promise<void> | undefined,
): Promise<SearchResult> {
  const { timeline } = source;
  const within = withFormerNames(timeline, order.within);
  const search = openSearch(order);
  const history = new LineHistory({
    ...order,
    show: order.reveal ? lineOf : maskLines(),
    goesOn: (departure) => {
      const path = timeline.renameOf(departure.id)?.path;
      return path !== undefined && isInside(path, within);
    },
  });
  let lost = 0;
  const rows = timeline.find({ within, interim: order.interim, order: "oldest" });
  for (const versions of batchesOf(rows)) {
    const matches = search.matchesOf(versions, (version) => readContent(source, version));
    for (const version of versions) {
      const isText = version.hash !== null && version.unrecordable === undefined;
      const found = isText ? matches.get(version.hash) : noMatches;
      if (found === undefined) lost += 1;
      history.record(version, found);
    }
    if (history.bytes > limits.search.linesBytesMax) throw tooMany();
    await step?.(versions.length);
  }
  return { hits: history.hits().filter(({ path }) => isInside(path, order.within)), lost };
}

/** The rows in their order, a few at a time. */
function* batchesOf(rows: Iterable<Snapshot>): Generator<Snapshot[]> {
  const { batch, batchBytesMax } = limits.search;
  let versions: Snapshot[] = [];
  let bytes = 0;
  for (const row of rows) {
    versions.push(row);
    bytes += row.bytes;
    if (versions.length < batch && bytes < batchBytesMax) continue;
    yield versions;
    versions = [];
    bytes = 0;
  }
  yield versions;
}

/** The names that the files within had before: their lines come from there. */
function withFormerNames(timeline: TimelineReader, within: readonly RelPath[]): readonly RelPath[] {
  const all = new Set(within);
  for (let added = within; added.length > 0; ) {
    const renames = timeline.find({
      within: added,
      events: ["rename"],
      interim: true,
      order: "oldest",
    });
    added = [...renames].flatMap(({ renamedFrom }) =>
      renamedFrom === null || isInside(renamedFrom, [...all]) ? [] : [renamedFrom],
    );
    for (const path of added) all.add(path);
  }
  return [...all];
}

function isInside(path: RelPath, within: readonly RelPath[]): boolean {
  return within.length === 0 || within.some((directory) => isWithin(directory, path));
}

function openSearch({ matcher, runWithin }: SearchOrder): ContentSearch {
  const { rememberedMax, batchMsMax } = limits.search;
  if (runWithin === undefined) return new ContentSearch(matcher, rememberedMax);
  const search = new ContentSearch(matcher, rememberedMax, (work) => {
    if (!runWithin(batchMsMax, work)) throw tooSlow(search.at);
  });
  return search;
}

/** `undefined` where it is lost. */
function readContent(source: ProjectReader, version: Snapshot): Uint8Array | undefined {
  try {
    return source.content(version);
  } catch (thrown) {
    if (isContentMissing(thrown)) return undefined;
    throw thrown;
  }
}

function lineOf({ lines }: ContentMatches, _: RelPath, line: number): string {
  return lines[line - 1] ?? "";
}

/** Masks lines; what is found out about a content is kept for its next line. */
function maskLines(): HitRequest["show"] {
  let last:
    | {
        readonly lines: readonly string[];
        readonly path: RelPath;
        readonly mask: (index: number) => string;
      }
    | undefined;
  return ({ lines }, path, line) => {
    if (last?.lines !== lines || last.path !== path)
      last = { lines, path, mask: planMask(path, lines) };
    return last.mask(line - 1);
  };
}

function tooSlow(version: Snapshot | undefined): UnfError {
  const where =
    version === undefined ? "" : ` on v${version.id} of ${escapeForDisplay(version.path)}`;
  return new UnfError("failed", `the regular expression takes too long${where}`, {
    hint: "repetitions within repetitions are what takes so long, and very long lines; a text never does",
  });
}

function tooMany(): UnfError {
  return new UnfError("failed", "too many different lines match", {
    hint: "search for a longer text, or name paths",
  });
}
