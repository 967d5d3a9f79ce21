import type { LineHit } from "@unf/core/search";
import { versionName } from "../parts/names.ts";
import { pathFields } from "../parts/path-fields.ts";
import { instant } from "../parts/snapshot.ts";
import { timeFields } from "../scope/time.ts";
import type { Search } from "./read-search.ts";
import type { HitAnswer, SearchAnswer } from "./shape.ts";

/** A page of lines that were found. */
export function searchAnswer({ scope, since, until, hits, next }: Search): SearchAnswer {
  return {
    ...pathFields("root", scope.project.root),
    ...(since === undefined ? {} : { since: timeFields(since) }),
    ...(until === undefined ? {} : { until: timeFields(until) }),
    hits: hits.map(hitAnswer),
    next,
  };
}

function hitAnswer({ shown, text, first, last, line, gone, path, stood }: LineHit): HitAnswer {
  return {
    version: versionName(last.id),
    ...pathFields("path", last.path),
    ...(last.path === path ? {} : pathFields("current_path", path)),
    line,
    text: shown,
    // Present only where something is masked.
    ...(shown === text ? {} : { masked: true }),
    first_version: versionName(first.id),
    first_at: instant(first.at),
    last_at: instant(last.at),
    live: gone === null,
    gone_version: gone === null ? null : versionName(gone.id),
    gone_at: gone === null ? null : instant(gone.at),
    stood: stood.map(({ came, went }) => ({
      came: instant(came),
      went: went === null ? null : instant(went),
    })),
  };
}
