import { pathFields, thinnedFields, thinnedLines } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { escapeForDisplay } from "@unf/core/query";
import type { Snapshot } from "@unf/core/timeline";
import type { JsonObject } from "../frame/print/answer.ts";
import type { LeftOut } from "./tree-changes.ts";

/** One line for each reason for which something was left out. */
export function* renderLeftOut({
  secret,
  unfit,
  withheld,
  lost,
  thinned,
}: LeftOut): Generator<string> {
  if (secret.size > 0) {
    yield `Left out ${secret.size} files with secrets by their name (--include-secrets): ${names(secret)}`;
  }
  if (unfit.size > 0) yield `Left out ${unfit.size} files that git cannot hold: ${names(unfit)}`;
  if (withheld.length > 0) {
    yield `No content was kept of ${withheld.length} versions (binary, too large or secrets.hash_only): ${names(pathsOf(withheld))}`;
  }
  if (lost.length > 0) {
    yield `Lost contents of ${lost.length} versions (unf verify --repair): ${names(pathsOf(lost))}`;
  }
  for (const line of thinnedLines(thinned)) yield `Left out: ${line}`;
}

export function leftOutJson({ secret, unfit, withheld, lost, thinned }: LeftOut): JsonObject {
  return {
    left_out: [
      ...[...secret].map((path) => ({ ...pathFields("path", path), why: "secret" })),
      ...[...unfit].map((path) => ({ ...pathFields("path", path), why: "name" })),
      ...[...pathsOf(withheld)].map((path) => ({ ...pathFields("path", path), why: "withheld" })),
    ],
    lost: lost.map(({ id, path }) => ({ ...pathFields("path", path), version: `v${id}` })),
    ...thinnedFields(thinned),
  };
}

function pathsOf(rows: readonly Snapshot[]): Set<RelPath> {
  return new Set(rows.map(({ path }) => path));
}

function names(paths: ReadonlySet<RelPath>): string {
  const { namedMax } = limits.exchange;
  const shown = [...paths].slice(0, namedMax).map(escapeForDisplay);
  return [...shown, ...(paths.size > namedMax ? [`… ${paths.size - namedMax} more`] : [])].join(
    ", ",
  );
}
