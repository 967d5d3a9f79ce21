import { type LeftOut, pathsOfRows, thinnedLines } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { countOf, escapeForDisplay } from "@unf/core/query";

/** One line for each reason for which something was left out. */
export function* renderLeftOut({
  secret,
  unfit,
  withheld,
  lost,
  thinned,
}: LeftOut): Generator<string> {
  if (secret.size > 0) {
    yield `Left out ${countOf(secret.size, "file")} with secrets by their name (--include-secrets): ${names(secret)}`;
  }
  if (unfit.size > 0)
    yield `Left out ${countOf(unfit.size, "file")} that git cannot hold: ${names(unfit)}`;
  if (withheld.length > 0) {
    yield `No content was kept of ${countOf(withheld.length, "version")} (binary, too large or secrets.hash_only): ${names(pathsOfRows(withheld))}`;
  }
  if (lost.length > 0) {
    yield `Lost contents of ${countOf(lost.length, "version")} (unf verify --repair): ${names(pathsOfRows(lost))}`;
  }
  for (const line of thinnedLines(thinned)) yield `Left out: ${line}`;
}

function names(paths: ReadonlySet<RelPath>): string {
  const { namedMax } = limits.exchange;
  const shown = [...paths].slice(0, namedMax).map(escapeForDisplay);
  return [...shown, ...(paths.size > namedMax ? [`… ${paths.size - namedMax} more`] : [])].join(
    ", ",
  );
}
