import { pathFromColumn } from "@unf/core/base";
import { pathFields } from "../parts/path-fields.ts";
import { type Imported, isTaken } from "./plan-import.ts";
import type { ImportAnswer } from "./shape.ts";

/** The answer on histories taken over, or to be taken over. */
export function importAnswer({ params, histories }: Imported, isDryRun: boolean): ImportAnswer {
  const taken = histories.filter(isTaken);
  return {
    source: params.source,
    dry_run: isDryRun,
    projects: taken.length,
    versions: taken.reduce((sum, { versions }) => sum + versions, 0),
    histories: histories.map(({ root, kept_in, ...more }) => ({
      ...pathFields("root", pathFromColumn(root)),
      ...more,
      ...(kept_in === null ? { kept_in } : pathFields("kept_in", pathFromColumn(kept_in))),
    })),
  };
}
