import {
  comparePaths,
  decodeBase64,
  decodePath,
  encodeBase64,
  encodePath,
  type RelPath,
  UnfError,
} from "@unf/core/base";
import { requireReach } from "@unf/core/ports";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import type { Asker } from "../ports/asker.ts";
import { openScope, readTimeFlag } from "../scope/open-scope.ts";
import { newestPoint, toPoint } from "../scope/time.ts";
import { compareLevel, type LevelEntry } from "./compare-level.ts";
import type { TreeQuestion } from "./question.ts";
import type { TreeAnswer } from "./shape.ts";

/** Lists one level of a directory as it was, with what is there only by now. */
export async function readTree(asker: Asker, question: TreeQuestion): Promise<TreeAnswer> {
  const { path, at, limit, after } = question;
  const scope = openScope(asker, await asker.openHome(), path === undefined ? [] : [path]);
  const time = await readTimeFlag(asker, { name: "at", input: at, purpose: "at" }, scope);
  const { timeline } = scope.reader;
  const point = time === undefined ? newestPoint : toPoint(time);
  requireReach(timeline, point);
  const level = await compareLevel(
    scope.within[0] ?? ("" as RelPath),
    (span) => timeline.pairsAt(point, span),
    asker.breathe,
  );
  const begin = after === undefined ? undefined : readCursor(after);
  const rest = level.filter((one) => begin === undefined || comparePaths(one.path, begin) > 0);
  const page = rest.slice(0, limit);
  const last = rest.length > limit ? page.at(-1) : undefined;
  return {
    at: instant(time?.at ?? asker.now()),
    ...pathFields("path", scope.within[0] ?? ""),
    entries: page.map(entryAnswer),
    total: level.length,
    next: last === undefined ? null : encodeBase64(encodePath(last.path)),
  };
}

/** A path as its bytes: a name that is no UTF-8 cannot stand in JSON. */
function readCursor(word: string): string {
  const bytes = decodeBase64(word);
  if (bytes !== undefined) return decodePath(bytes);
  throw new UnfError("usage", "after is no cursor of this directory");
}

function entryAnswer({ path, kind, file, state }: LevelEntry): TreeAnswer["entries"][number] {
  const facts = file === undefined ? {} : { version: versionName(file.version), bytes: file.bytes };
  return { ...pathFields("path", path), kind, ...facts, state };
}
