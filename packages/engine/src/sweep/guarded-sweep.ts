import type { RelPath } from "@unf/core/base";
import { massVanishMax } from "@unf/core/bursts";
import type { Cause } from "@unf/core/timeline";
import type { Committer } from "../record/committer.ts";
import type { MassChange } from "./mass-change.ts";
import { sweep } from "./sweep.ts";
import type { SweepPorts, SweepReport } from "./sweep-ports.ts";
import type { VanishWatch } from "./vanish-watch.ts";

export interface GuardedSweepPorts extends Omit<SweepPorts, "deletions"> {
  readonly vanish: VanishWatch;
  readonly mass: MassChange;
  readonly committer: Pick<Committer, "flushAndCommit">;
}

export interface SweepOrder {
  readonly within: RelPath;
  readonly cause: Cause;
  /** Somebody waits for the timeline to be what is on disk. */
  readonly isBarrier?: boolean;
  /** The system reported deletions in what is swept. */
  readonly wasReported?: boolean;
}

/**
 * A sweep that does not take the disk's word at once when so much is missing that a disk may have
 * gone away (docs/decision/0011): then nothing is recorded as deleted, the report is not
 * `complete`, and a later sweep looks again. Many deletions that it does record become one mass
 * change with its mark.
 */
export async function sweepGuarded(
  ports: GuardedSweepPorts,
  { within, cause, isBarrier = false, wasReported = false }: SweepOrder,
): Promise<SweepReport> {
  const { vanish, mass, timeline } = ports;
  const first = mass.now();
  const common = {
    keptMax: vanish.limits.pathsMin,
    massMax: massVanishMax(timeline.facts().files, vanish.limits),
    onMass: () => mass.vanished(first),
  };
  const mode = vanish.decide({ isBarrier, wasReported });
  let report = await sweep({ ...ports, deletions: { ...common, mode } }, within, cause);
  if (report.vanished === "many") {
    const { recorded } = report;
    // Rows of the first pass must be among the heads of the second.
    await ports.committer.flushAndCommit();
    const deletions = { ...common, mode: "record" } as const;
    report = await sweep({ ...ports, deletions }, within, cause);
    report = { ...report, recorded: report.recorded + recorded };
  }
  if (report.vanished === "mass") {
    vanish.held();
    return { ...report, complete: false };
  }
  if (within === "" && report.complete) vanish.passed();
  return report;
}
