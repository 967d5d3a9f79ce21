import type { MonoMs } from "@unf/core/base";
import type { Burst } from "@unf/core/capture";
import type { LatestHead, Row } from "../record/recorder.ts";

/** An open burst of one path, with its rows. */
export interface OpenBurst {
  burst: Burst;
  /** State of the path before the burst's first row. */
  before: LatestHead | undefined;
  /** The burst's newest row. */
  last: Row | undefined;
  /** State of the path after that row. */
  after: LatestHead | undefined;
  rows: number;
  /** Its first row tells of a file that stood there and had none. */
  stood: boolean;
  /** The last look found something that is not recorded. */
  isLeftOut: boolean;
  dueAt: MonoMs;
  /** Its earliest entry in the queue, so that a path touched without end has one, not thousands. */
  queuedAt: MonoMs | undefined;
}

/** With its first touch. */
export function openBurst(burst: Burst): OpenBurst {
  return {
    burst,
    before: undefined,
    last: undefined,
    after: undefined,
    rows: 0,
    stood: false,
    isLeftOut: false,
    dueAt: burst.touchedAt,
    queuedAt: undefined,
  };
}

/** A row of the path was recorded; `after`: its head since then. */
export function noteRow(open: OpenBurst, row: Row, after: LatestHead | undefined): void {
  // The first of a path that had none tells that something stood there.
  if (open.rows === 0 && open.before === undefined) open.stood = row.snapshot.event !== "create";
  open.last = row;
  open.after = after;
  open.rows += 1;
}
