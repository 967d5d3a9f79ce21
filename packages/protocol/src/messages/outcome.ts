import { pathFromColumn, pathToColumn, type SnapshotId } from "@unf/core/base";
import type { ActionOutcome, OrderAction, RestoreOutcome, UndoOutcome } from "@unf/core/orders";

type Kind = OrderAction["kind"];

/** One file of an order that was carried out, as it travels; the rest is known of the plan. */
export interface WireOutcome<K extends Kind>
  extends Pick<ActionOutcome<K>, "action" | "why" | "rescued" | "unkept"> {
  readonly path: string;
  /** Of a restore: `v` ids; `null` where there is none. */
  readonly from?: string | null;
  readonly to?: string | null;
  /** True when what was written holds the newer change of somebody else as well. */
  readonly merged?: boolean;
}

export type WireRestoreOutcome = WireOutcome<RestoreOutcome["action"]>;
export type WireUndoOutcome = WireOutcome<UndoOutcome["action"]>;

/** The outcome of a file as a reply tells it. */
export type ReportedOutcome<K extends Kind = Kind> = Pick<ActionOutcome<K>, "path" | "action"> &
  Partial<ActionOutcome<K>>;

export function renderRestoreOutcome(outcome: RestoreOutcome): WireRestoreOutcome {
  const { path, action, from, to } = outcome;
  return {
    path: pathToColumn(path),
    action,
    from: from === null ? null : `v${from}`,
    to: to === null ? null : `v${to}`,
    ...aftermathOf(outcome),
  };
}

export function renderUndoOutcome(outcome: UndoOutcome): WireUndoOutcome {
  const { path, action, merged } = outcome;
  return {
    path: pathToColumn(path),
    action,
    ...(merged ? { merged } : {}),
    ...aftermathOf(outcome),
  };
}

/** Reads an outcome that either of them sent. */
export function readOutcome<K extends Kind>(sent: WireOutcome<K>): ReportedOutcome<K> {
  const { path, action, from, to, merged } = sent;
  return {
    path: pathFromColumn(path),
    action,
    ...(from === undefined ? {} : { from: readVersion(from) }),
    ...(to === undefined ? {} : { to: readVersion(to) }),
    ...(merged === undefined ? {} : { merged }),
    ...aftermathOf(sent),
  };
}

type Reported = Pick<ActionOutcome, "why" | "rescued" | "unkept">;

function aftermathOf({ why, rescued, unkept }: Reported): Reported {
  return {
    ...(why === undefined ? {} : { why }),
    ...(rescued === undefined ? {} : { rescued }),
    ...(unkept === undefined ? {} : { unkept }),
  };
}

/** 1234 of `v1234`. */
function readVersion(name: string | null): SnapshotId | null {
  return name === null ? null : (Number(name.slice(1)) as SnapshotId);
}
