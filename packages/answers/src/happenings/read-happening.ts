import type { ListedVersion } from "../log/listing.ts";
import type { Asker } from "../ports/asker.ts";
import { type Deed, goesOn } from "./gather.ts";
import type { Filters, HappeningsQuestion } from "./question.ts";
import {
  deedAnswer,
  gatherPage,
  isSelectionRecorded,
  nameOfDeed,
  openFiltered,
  openTakers,
  versionsMax,
} from "./read-happenings.ts";
import type { HappeningsAnswer } from "./shape.ts";

/**
 * One happening, whole, also where several pages of the list have a part of it. Where it goes by
 * another id by now, for work that goes on is named after its newest version, none.
 */
export async function readHappening(
  asker: Asker,
  { id, files }: NonNullable<HappeningsQuestion["whole"]>,
  filters: Filters,
): Promise<HappeningsAnswer> {
  const home = await asker.openHome();
  const selection = await openFiltered(asker, filters, home);
  let whole: Deed | undefined;
  let cursor: string | null | undefined;
  do {
    await asker.breathe?.();
    const before = cursor ?? undefined;
    const page = { limit: versionsMax, versions: versionsMax, before, filters };
    const { gathered, next } = await gatherPage(asker, selection, page);
    const deeds = gathered.flatMap((one) => (one.kind === "mark" ? [] : [one]));
    for (const [index, deed] of deeds.entries()) {
      const isCutHere = index === 0 && before !== undefined;
      if (whole === undefined) whole = fromVersion(deed, id);
      else if (goesOn(whole, deed) || (isCutHere && isSameMass(whole, deed)))
        whole.versions.push(...deed.versions);
    }
    cursor = next;
  } while (cursor !== null);
  return {
    happenings: whole === undefined ? [] : [deedAnswer(whole, openTakers(), files)],
    next: null,
    recording: await isSelectionRecorded(home, selection),
  };
}

/** The deed from the version on that it is named after: newer ones are of another page of the list. */
function fromVersion(deed: Deed, id: string): Deed | undefined {
  const { kind, versions } = deed;
  const named = versions.find((version) => nameOfDeed(kind, version) === id);
  if (named === undefined) return undefined;
  const isOlder = ({ snapshot }: ListedVersion) => snapshot.id <= named.snapshot.id;
  return { ...deed, versions: versions.filter(isOlder) };
}

/** Where a page ends in many files at once, the rest of them comes first on the next. */
function isSameMass(newer: Deed, older: Deed): boolean {
  const [one, other] = [newer.versions[0], older.versions[0]];
  const isOfOne = one?.source.project.id === other?.source.project.id;
  return isOfOne && newer.kind === "mass" && older.kind === "mass" && newer.name === older.name;
}
