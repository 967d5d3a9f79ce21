import { limits } from "../config/limits.ts";
import { keyOfProcess } from "../ports/agent-processes.ts";
import type { OtherProcess, OthersReading, WrittenBytes } from "../ports/process-tree.ts";
import type { ProcessMark } from "../ports/writer-probe.ts";

/** The least that a change has cost its maker. */
export interface RivalPrice {
  /** The fewest bytes; 0 where it may have cost nothing, as a deletion or a new name. */
  readonly bytes: number;
  /** How long the file is: who saves it in an editor writes all of it. */
  readonly size: number;
  /** It may have been made in a page that was changed shortly before, which is counted once. */
  readonly isInDirtyPage?: boolean;
  /**
   * Sizes of other files that were closed between the looks, one for each: who saves several writes
   * all of them. Unit: bytes.
   */
  readonly company?: readonly number[];
}

/** Two looks between which a change came; and those before, for what somebody does all the time. */
export interface RivalLooks {
  readonly before: OthersReading;
  readonly after: OthersReading;
  readonly earlier: () => readonly OthersReading[];
}

/**
 * Finds who can have made the change. A process that works at a terminal and has to do with the
 * project counts if it has handed so many bytes to the system *and* changed as many bytes of pages.
 * Without the second what goes to a terminal would do. Everybody else has written as an editor that
 * saves: all of the file and little more, beside other files that were closed meanwhile; hardly
 * anything more, and not again and again on its own, where nothing shows that it has to do with the
 * project. What costs nothing can have been done by who has to do with the project, was there all
 * the time, and has run more than it always does or seen a program end that it started.
 */
export function findRivals(looks: RivalLooks, price: RivalPrice): readonly OtherProcess[] {
  const able = growths(looks).filter((growth) => isAble(growth, price));
  if (able.length === 0) return [];
  const earlier = looks.earlier();
  const isSingled = ({ one, grown }: Growth): boolean => {
    // A command that a person has a shell run is a program of its own, however often they do that.
    if (price.bytes === 0) return grown.endings > 0 || grown.ranNs > 2 * usualNs(one, earlier);
    return one.isNear || !isSteadyWriter(one, earlier);
  };
  return able.filter(isSingled).map(({ one }) => one);
}

function isAble({ one, grown, wasThere }: Growth, price: RivalPrice): boolean {
  const { bytes, isInDirtyPage = false, company = [] } = price;
  const { handed, paged, ranNs } = grown;
  if (bytes === 0) return one.isNear && wasThere && ranNs > 0;
  if (one.isNear && one.hasTerminal) return handed >= bytes && (isInDirtyPage || paged >= bytes);
  const { extraBytesMax, strangerExtraBytesMax } = limits.sessions.life;
  if (!one.isNear) return wasThere && isLikeSave(grown, price.size, [strangerExtraBytesMax]);
  // A process that has just begun has made its own files, too.
  return isLikeSave(grown, price.size, wasThere ? [extraBytesMax, ...company] : undefined);
}

/** `others`: what else it may have written at most, each in pages of its own; `undefined`: anything. */
function isLikeSave(
  { handed, paged }: WrittenBytes,
  size: number,
  others: readonly number[] | undefined,
): boolean {
  if (handed < size || paged < inPages(size)) return false;
  if (others === undefined) return true;
  const sum = (sizes: readonly number[]): number => sizes.reduce((all, each) => all + each, 0);
  const mostPaged = inPages(size) + fileSystemMax + sum(others.map(inPages));
  return handed <= size + sum(others) && paged <= mostPaged;
}

function inPages(size: number): number {
  return Math.ceil(size / pageSize) * pageSize;
}

/** Nobody has smaller pages; of larger ones more are counted, not fewer. */
const pageSize = 4096;

/**
 * Making a file and moving it into the place of another changes pages of directories, inodes and
 * maps of what is free, too: up to four of them on ext4 (`npm run editors`). Unit: bytes.
 */
const fileSystemMax = 6 * pageSize;

interface Growth {
  readonly one: OtherProcess;
  readonly grown: Grown;
  readonly wasThere: boolean;
}

interface Grown extends WrittenBytes {
  readonly ranNs: number;
  readonly endings: number;
}

function growths({ before, after }: RivalLooks): readonly Growth[] {
  const earlier = byMark(before);
  return after.processes.flatMap((one) => {
    const same = earlier.get(keyOfProcess(one));
    // Most have done nothing, and are the same object.
    if (same === one || (same === undefined && !isBornSince(one, before))) return [];
    return [{ one, grown: grownOf(one, same), wasThere: same !== undefined }];
  });
}

function grownOf(one: OtherProcess, from: OtherProcess | undefined): Grown {
  return {
    handed: one.bytes.handed - (from?.bytes.handed ?? 0),
    paged: one.bytes.paged - (from?.bytes.paged ?? 0),
    ranNs: one.ranNs - (from?.ranNs ?? 0),
    endings: one.endings - (from?.endings ?? 0),
  };
}

/** True when it has changed pages from one look to the next too often for somebody who saves. */
function isSteadyWriter(one: ProcessMark, earlier: readonly OthersReading[]): boolean {
  const spans = spansOf(one, earlier);
  const writing = spans.filter(({ paged }) => paged > 0).length;
  return writing > limits.sessions.life.rareShare * spans.length;
}

/** How long it runs from one look to the next where it does so much, but not in its rarest moments. */
function usualNs(one: ProcessMark, earlier: readonly OthersReading[]): number {
  const rising = spansOf(one, earlier)
    .map(({ ranNs }) => ranNs)
    .sort((a, b) => a - b);
  return rising[Math.floor((1 - limits.sessions.life.rareShare) * rising.length)] ?? 0;
}

/** Growth of a process from each look to the next; empty where too few looks tell of it. */
function spansOf(one: ProcessMark, looks: readonly OthersReading[]): readonly Grown[] {
  const seen = looks.flatMap((look) => byMark(look).get(keyOfProcess(one)) ?? []);
  const spans = seen.slice(1).map((each, at) => grownOf(each, seen[at]));
  return spans.length < limits.sessions.life.steadyLooksMin ? [] : spans;
}

/** Looks do not change, and are asked often. */
const marked = new WeakMap<OthersReading, ReadonlyMap<string, OtherProcess>>();

function byMark(look: OthersReading): ReadonlyMap<string, OtherProcess> {
  const known = marked.get(look);
  if (known !== undefined) return known;
  const made = new Map(look.processes.map((one) => [keyOfProcess(one), one]));
  marked.set(look, made);
  return made;
}

/** False of an older process that was not looked at: it has written nobody knows when. */
function isBornSince({ bornAt }: OtherProcess, { from }: OthersReading): boolean {
  return bornAt >= from - limits.sessions.life.bornSlackMs;
}
