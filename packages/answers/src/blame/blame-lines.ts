import { inTurns, isContentMissing, UnfError } from "@unf/core/base";
import { type BlameVersion, blameInSteps, type LineOrigin } from "@unf/core/blame";
import { textLines } from "@unf/core/lines";
import { planMask } from "@unf/core/mask";
import type { TakenBack } from "@unf/core/operations";
import type { Snapshot, Turn } from "@unf/core/timeline";
import type { ShownAuthor } from "../authors/authors.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import { previousOf } from "../scope/version.ts";
import { openMerges } from "../sessions/merged-back.ts";
import { readStandingRestores, readTakenBack } from "../sessions/taken-back.ts";

/** A line of a file and the version that wrote it. */
export interface BlamedLine {
  /** In the file that was asked for, counted from 1. */
  readonly line: number;
  /** As it is shown: without line end, and with secrets masked unless they are to be seen. */
  readonly text: string;
  readonly isMasked: boolean;
  readonly origin: LineOrigin<RecordedVersion>;
}

/** Together with who wrote that version. */
export interface AuthoredLine extends BlamedLine {
  readonly author: ShownAuthor;
}

/** A row of the file under any of its names. */
export interface RecordedVersion extends BlameVersion {
  readonly snapshot: Snapshot;
}

export interface BlameOrder {
  /** The version whose lines are blamed. */
  readonly snapshot: Snapshot;
  /** Both counted from 1 and included; `to` may lie behind the end. */
  readonly range: { readonly from: number; readonly to: number };
  /** Every interim version, too, and not only the last of each author. */
  readonly interim: boolean;
  readonly reveal: boolean;
  /** Told of every version whose content is lost. */
  readonly onLost: (snapshot: Snapshot) => void;
}

/** Blames the lines of a version. Throws `store_damaged` when its own content is lost, `not_found` for a range behind its end. */
export async function blameLines(
  source: ProjectReader,
  order: BlameOrder,
  { breathe }: Pick<Asker, "breathe">,
): Promise<BlamedLine[]> {
  const { from, to } = order.range;
  const lines = textLines(source.content(order.snapshot));
  if (from > Math.max(1, lines.length)) {
    throw new UnfError("not_found", `there is no line ${from} (the last one is ${lines.length})`);
  }
  const versions = await readVersions(source, order, breathe);
  const origins = await inTurns(
    () => blameInSteps(versions, { from: from - 1, to }),
    () => breathe?.(),
  );
  const mask = planMask(order.snapshot.path, lines);
  return origins.map((origin, index) => {
    const text = lines[from - 1 + index] ?? "";
    const shown = order.reveal ? text : mask(from - 1 + index);
    return { line: from + index, text: shown, isMasked: shown !== text, origin };
  });
}

/** A turn, and whether what it did was taken back since. */
export interface BlamedTurn {
  readonly turn: Turn;
  readonly takenBack: TakenBack | undefined;
}

/** The turns that wrote any of the lines, the first line's first. */
export function readTurns(source: ProjectReader, lines: readonly AuthoredLine[]): BlamedTurn[] {
  const { timeline } = source;
  const ids = new Set(lines.map(({ author }) => author.turn).filter((id) => id !== null));
  const turns = [...ids].flatMap((id) => timeline.turn(id) ?? []);
  const restores = turns.length === 0 ? [] : readStandingRestores(timeline, openMerges(source));
  return turns.map((turn) => ({
    turn,
    takenBack: readTakenBack(timeline, { turn: turn.id }, restores),
  }));
}

/** The version and those before it, newest first, through renames. */
async function readVersions(
  source: ProjectReader,
  order: BlameOrder,
  breathe: Asker["breathe"],
): Promise<RecordedVersion[]> {
  const { timeline } = source;
  const versions: RecordedVersion[] = [];
  let newer: Snapshot | undefined;
  let row: Snapshot | undefined = order.snapshot;
  for (; row !== undefined; row = previousOf(timeline, row, true)) {
    await breathe?.();
    const counts = order.interim || row.settled || newer === undefined || !isSameAuthor(row, newer);
    newer = row;
    // While a file was not recorded it was not gone.
    const isRecorded = row.cause !== "excluded" && (!row.unrecordable || row === order.snapshot);
    if (counts && isRecorded) versions.push(versionOf(source, row, order));
  }
  return versions;
}

/** Within a burst two may have written: a line of the first is not to count as one of the second. */
function isSameAuthor({ author: a }: Snapshot, { author: b }: Snapshot): boolean {
  return (
    a.confidence === b.confidence &&
    a.agent === b.agent &&
    a.session === b.session &&
    a.turn === b.turn
  );
}

function versionOf(
  source: ProjectReader,
  snapshot: Snapshot,
  { onLost }: BlameOrder,
): RecordedVersion {
  return {
    snapshot,
    hash: snapshot.hash,
    isOperation: snapshot.operation !== null,
    read: () => {
      try {
        return source.content(snapshot);
      } catch (thrown) {
        if (!isContentMissing(thrown)) throw thrown;
        onLost(snapshot);
        return undefined;
      }
    },
  };
}
