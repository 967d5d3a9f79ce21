import type { Usage } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { type HomeSize, sumHistory, sumHome } from "@unf/core/storage";
import { renderBytes } from "@unf/core/time";
import { countOf, padLeft, padRight, shortenPath, widest } from "../frame/print/columns.ts";
import type { View } from "../frame/print/view.ts";

/** A bar for each group; for a pipe bytes, versions and name with tabs. */
export function* renderUsage(usage: Usage, view: View): Generator<string> {
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

function partsOf(size: HomeSize) {
  const { objects, packs, timelines, trash, backups, rescues, logs, other } = size;
  return Object.entries({ objects, packs, timelines, trash, backups, rescues, logs, other });
}
