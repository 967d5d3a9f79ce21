import { type BlobId, encodeUtf8, type ProjectId } from "@unf/core/base";
import { limits } from "@unf/core/config";
import {
  type ForgetOrder,
  LineFinder,
  planForgetTest,
  planLines,
  planNeedles,
} from "@unf/core/forget";
import type { TimelineReader } from "@unf/core/ports";
import { eachForgettable, type ForgetPlan } from "@unf/engine";
import type { HomePorts } from "../home/home.ts";
import type { AllTimelines } from "./all-timelines.ts";
import { readLooseTexts } from "./forget-files.ts";

/** Where contents that are to be forgotten, and texts that may hold them, are read. */
export interface NeedleSite extends Pick<HomePorts, "home" | "files" | "digest"> {
  readonly id: ProjectId;
  readonly timeline: TimelineReader;
  readonly all: Pick<AllTimelines, "isReferred">;
  /** A content of the store. */
  readonly read: (hash: BlobId) => Uint8Array | undefined;
}

export interface Needles {
  /** Whole contents and secrets: looked for in texts, and at the end in every file of the home. */
  readonly everywhere: readonly Uint8Array[];
  /** Lines that stand in texts: they are taken out there, and looked for nowhere else. */
  readonly inTexts: readonly Uint8Array[];
}

/**
 * Reads from contents, while they are there, by what they are recognised elsewhere. What another row or
 * project keeps is not looked for.
 */
export function readNeedles(
  site: NeedleSite,
  orders: readonly ForgetOrder[],
  { contents, shared }: ForgetPlan,
): Needles {
  const { id, all } = site;
  const everywhere: Uint8Array[] = [];
  const lines = new Set<string>();
  // History of an age is not a secret: its lines stay where people wrote them.
  const isAge = orders.every(({ kind }) => kind === "before");
  // By digest it goes everywhere: each project that has it has the same order.
  const isEverywhere = new Set(
    orders.flatMap(({ kind, hashes }) => (kind === "content" ? hashes : [])),
  );
  for (const { hash, path } of contents.slice(0, limits.forget.needleContentsMax)) {
    if (!isEverywhere.has(hash) && (shared.has(hash) || all.isReferred(hash, id))) continue;
    const bytes = readContent(site, hash);
    if (bytes === undefined) continue;
    everywhere.push(...planNeedles(path, bytes));
    if (isAge || lines.size >= limits.forget.linesMax) continue;
    for (const line of planLines(bytes)) lines.add(line);
  }
  return { everywhere, inTexts: findLines(site, orders, lines) };
}

/** Those of the lines that stand in a text and in none of the files that stay. */
function findLines(
  site: NeedleSite,
  orders: readonly ForgetOrder[],
  lines: ReadonlySet<string>,
): Uint8Array[] {
  if (lines.size === 0) return [];
  const finder = new LineFinder(lines, site.digest);
  const found = new Set<string>();
  for (const text of site.timeline.texts()) for (const line of finder.find(text)) found.add(line);
  for (const stretch of readLooseTexts(site, finder.bytesMax)) {
    for (const line of finder.find(stretch)) found.add(line);
  }
  if (found.size > 0) dropKept(site, orders, found);
  return [...found].map(encodeUtf8);
}

/** Takes out the lines that a file has whose newest row is not meant: they are nothing of their own. */
function dropKept(site: NeedleSite, orders: readonly ForgetOrder[], lines: Set<string>): void {
  const isMeant = planForgetTest(orders);
  const finder = new LineFinder(lines, site.digest);
  let left: number = limits.forget.keptBytesMax;
  for (const { row, isTop } of eachForgettable(site.timeline)) {
    if (!isTop || row.hash === null || isMeant(row, isTop)) continue;
    left -= row.bytes;
    if (left < 0 || lines.size === 0) return;
    const bytes = readContent(site, row.hash);
    if (bytes !== undefined) for (const line of finder.find(bytes)) lines.delete(line);
  }
}

function readContent({ read, timeline }: NeedleSite, hash: BlobId): Uint8Array | undefined {
  return timeline.inboxed(hash) ?? read(hash);
}
