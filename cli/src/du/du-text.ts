import { pathFields } from "@unf/answers";
import {
  escapeForDisplay,
  type HomeSize,
  renderBytes,
  sumHistory,
  sumHome,
  type UsageGroup,
} from "@unf/core";
import type { JsonObject } from "../frame/print/answer.ts";
import { countOf, padLeft, padRight, shortenPath, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** What `unf du` found. */
export interface ShownUsage {
  readonly groups: readonly UsageGroup[];
  /** Groups that are not listed. */
  readonly more: number;
  /** Of all groups. */
  readonly total: number;
  readonly size: HomeSize;
}

/** A bar for each group; for a pipe bytes, versions and name with tabs. */
export function* renderUsage(usage: ShownUsage, view: View): Generator<string> {
  const { groups, more, total, size } = usage;
  const { terminal, paint, signs } = view;
  if (!terminal.isForPerson) {
    for (const { bytes, versions, key } of groups) {
      yield [bytes, versions, escapeForDisplay(key)].join("\t");
    }
    return;
  }
  const longest = widest(groups.map(({ key }) => escapeForDisplay(key)));
  const nameWidth = Math.min(longest, Math.max(12, (terminal.width ?? 80) - fixedWidth - barWidth));
  for (const { bytes, versions, key } of groups) {
    const share = total === 0 ? 0 : bytes / total;
    const length = bytes === 0 ? 0 : Math.max(1, Math.round(share * barWidth));
    const name = shortenPath(escapeForDisplay(key), nameWidth, signs.ellipsis);
    yield [
      ` ${padLeft(renderBytes(bytes), 8)}`,
      paint.faint(`${Math.round(share * 100)}%`.padStart(4)),
      padRight(paint.added(signs.bar.repeat(length)), barWidth),
      padRight(name, nameWidth),
      paint.faint(countOf(versions, "version")),
    ].join("  ");
  }
  if (more > 0) yield paint.faint(` and ${countOf(more, "more line")}: -n <count>`);
  yield paint.faint(` ${padLeft(renderBytes(total), 8)}  in all versions`);
  yield "";
  yield* renderStore(size, view);
}

const barWidth = 16;
/** Everything in a line but name and bar, with the longest count. */
const fixedWidth = 39;

/** The store on its disk, all projects together. */
function* renderStore(size: HomeSize, { paint }: View): Generator<string> {
  const counted = `${renderBytes(sumHistory(size))} of it count for the cap`;
  yield paint.heading(`The store on its disk: ${renderBytes(sumHome(size))}, ${counted}`);
  for (const [name, { bytes, files }] of partsOf(size)) {
    if (files === 0) continue;
    yield ` ${padLeft(renderBytes(bytes), 8)}  ${name.padEnd(9)}  ${paint.faint(countOf(files, "file"))}`;
  }
}

/** One group; `key` is a path where the groups are files or directories. */
export function usageJson({ key, bytes, versions }: UsageGroup, by: string): JsonObject {
  const named = by === "file" || by === "dir" ? pathFields("key", key) : { key };
  return { ...named, bytes, versions };
}

export function homeSizeJson(size: HomeSize): JsonObject {
  const parts = partsOf(size).map(([name, { bytes }]) => [`${name}_bytes`, bytes]);
  return {
    ...Object.fromEntries(parts),
    counted_bytes: sumHistory(size),
    disk_bytes: sumHome(size),
  };
}

function partsOf(size: HomeSize) {
  const { objects, packs, timelines, trash, backups, rescues, logs, other } = size;
  return Object.entries({ objects, packs, timelines, trash, backups, rescues, logs, other });
}
