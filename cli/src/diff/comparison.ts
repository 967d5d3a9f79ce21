import {
  type Point,
  planFilter,
  renderResolved,
  type Snapshot,
  UnfError,
  type WallMs,
} from "@unf/core";
import type { JsonObject } from "../answer.ts";
import type { FlagTable } from "../args/flag.ts";
import type { Call } from "../command.ts";
import { type OpenScope, readTimeFlag, viewerOf } from "../open-scope.ts";
import { instantJson } from "../render/snapshot-json.ts";
import { type ResolvedTime, renderTime, timeFields, toPoint } from "../time.ts";
import { parseVersionWord, previousOf, stepBack } from "../version.ts";
import { type FileChange, pathOf } from "./file-change.ts";
import type { DiffFlags } from "./flags.ts";
import { changesBetween, changesToDisk, recordedSide } from "./sides.ts";
import { findBaselineEnd, findLastRun } from "./span.ts";

/** What is compared with what. */
export interface Comparison {
  readonly changes: readonly FileChange[];
  readonly from: JsonObject;
  readonly to: JsonObject;
}

/** Reads the two sides that the flags name and finds the files that differ. */
export async function readComparison(
  call: Call<FlagTable>,
  flags: DiffFlags,
  scope: OpenScope,
): Promise<Comparison> {
  checkSides(flags);
  const filter = planFilter({ include: flags.include, exclude: flags.exclude, ignoreCase: false });
  if (filter.kind === "invalid")
    throw new UnfError("usage", filter.why, { hint: "unf diff --help" });
  const comparison =
    flags.version === undefined
      ? await compareInstants(call, flags, scope)
      : compareVersion(scope, flags.version);
  return {
    ...comparison,
    changes: comparison.changes.filter((change) => filter.matches(pathOf(change))),
  };
}

function checkSides(flags: DiffFlags): void {
  const ways = [flags.at, flags.from, flags.version].filter((flag) => flag !== undefined);
  if (ways.length > 1) throw new UnfError("usage", "--at, --from and --version exclude each other");
  if (flags.to !== undefined && flags.from === undefined) {
    throw new UnfError("usage", "--to needs --from");
  }
  const forms = [flags.stat, flags.numstat, flags["name-only"], flags.word].filter(Boolean);
  if (forms.length > 1)
    throw new UnfError("usage", "--stat, --numstat, --name-only and --word exclude each other");
}

async function compareInstants(
  call: Call<FlagTable>,
  flags: DiffFlags,
  scope: OpenScope,
): Promise<Comparison> {
  const { reader, within } = scope;
  const now = viewerOf(call).now;
  const given =
    flags.from === undefined
      ? await readTimeFlag(call, { name: "at", input: flags.at, purpose: "at" }, scope)
      : await readTimeFlag(call, { name: "from", input: flags.from, purpose: "since" }, scope);
  const start = given === undefined ? lastRun(call, scope) : startAt(call, scope, given);
  const disk = { disk: true, resolved: instantJson(now) };
  if (start === undefined) return { changes: [], from: disk, to: disk };
  const end = await readTimeFlag(call, { name: "to", input: flags.to, purpose: "until" }, scope);
  if (end === undefined) {
    const fs = await call.world.fileSystem();
    return { changes: changesToDisk(reader, fs, start.point, within), from: start.json, to: disk };
  }
  checkOrder(given, end);
  const points = { from: start.point, to: toPoint(end) };
  return { changes: changesBetween(reader, points, within), from: start.json, to: timeFields(end) };
}

/** Before the first sweep was through, nobody knows the whole state: its end is meant, and that is said. */
function startAt(call: Call<FlagTable>, { reader }: OpenScope, given: ResolvedTime): Start {
  const point = toPoint(given);
  const end = "at" in point ? findBaselineEnd(reader.timeline, point.at) : undefined;
  if (end === undefined) return { point, json: timeFields(given) };
  const began = renderResolved(end.at, viewerOf(call));
  call.warn(`recording began ${began}; comparing with the state then`);
  return {
    point: { id: end.id },
    json: { ...timeFields(given), recorded_since: instantJson(end.at) },
  };
}

interface Start {
  readonly point: Point;
  readonly json: JsonObject;
}

/** Where the comparison starts when nobody says: before the last run of changes. */
function lastRun(call: Call<FlagTable>, { reader, within }: OpenScope): Start | undefined {
  const run = findLastRun(reader.timeline, within);
  if (run === undefined) {
    call.note("nothing has changed since recording began");
    return undefined;
  }
  const time: ResolvedTime = { input: "", at: run.at, version: undefined };
  call.note(renderTime("last run of changes, from before", time, viewerOf(call)));
  return { point: run.before, json: { input: null, resolved: instantJson(run.at) } };
}

function checkOrder(from: { readonly at: WallMs } | undefined, to: { readonly at: WallMs }): void {
  if (from !== undefined && from.at > to.at) throw new UnfError("usage", "--from lies after --to");
}

function compareVersion({ reader, within }: OpenScope, word: string): Comparison {
  const named = parseVersionWord(word);
  if (named === undefined)
    throw new UnfError("usage", `--version takes a version such as v1234, not "${word}"`);
  const after = stepBack(reader.timeline, named.id, named.back);
  if (
    within.length > 0 &&
    !within.some((path) => after.path === path || after.path.startsWith(`${path}/`))
  ) {
    throw new UnfError("not_found", `v${after.id} is a version of ${after.path}`, {
      hint: `unf diff --version v${after.id}`,
    });
  }
  const before = previousOf(reader.timeline, after, !after.settled);
  const change = {
    before: before === undefined ? undefined : recordedSide(reader, before),
    after: recordedSide(reader, after),
  };
  const isEmpty = change.before === undefined && change.after === undefined;
  return {
    changes: isEmpty ? [] : [change],
    from: versionFields(before),
    to: versionFields(after),
  };
}

function versionFields(snapshot: Snapshot | undefined): JsonObject {
  if (snapshot === undefined) return { version: null };
  return { version: `v${snapshot.id}`, resolved: instantJson(snapshot.at) };
}
