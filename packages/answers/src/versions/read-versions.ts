import { countVersions } from "../log/histogram.ts";
import { readListing } from "../log/listing.ts";
import { openSelection } from "../log/selection.ts";
import { versionAnswer } from "../log/version-answer.ts";
import { pathFields } from "../parts/path-fields.ts";
import type { Asker } from "../ports/asker.ts";
import type { VersionsQuestion } from "./question.ts";
import type { VersionsAnswer } from "./shape.ts";

/** Lists the versions of a file through its renames, settled ones only; of a directory all below it. */
export async function readVersions(
  asker: Asker,
  { path, limit, before }: VersionsQuestion,
): Promise<VersionsAnswer> {
  const selection = await openSelection(
    asker,
    {
      ...{ paths: [path], includeProjects: [], excludeProjects: [], kinds: [] },
      ...{ session: undefined, turn: undefined, author: undefined },
      ...{ isGlobal: false, since: undefined, until: undefined, include: [], exclude: [] },
      ...{ ignoreCase: false, interim: false, isReverse: false, noFollow: false },
    },
    await asker.openHome(),
  );
  const { versions, next } = await readListing(asker, selection, { limit, cursorWord: before });
  const showing = { selection, hasPatch: false, reveal: false };
  return {
    ...pathFields("path", selection.query.within?.[0] ?? ""),
    versions: versions.map((one) => versionAnswer(one, showing)),
    total: await countVersions(asker, selection),
    next,
  };
}
