import type { ProcessSight } from "@unf/core/attribution";
import type { AbsPath, Turn } from "@unf/core/base";
import type { ForgetOrder, ForgetSearch } from "@unf/core/forget";
import type { ProjectOptions } from "@unf/core/intent";
import type { Estimate } from "@unf/core/watching";
import type { ForgetPlan } from "@unf/engine";
import type {
  Canary,
  DoctorFacts,
  ForgetSideEffects,
  VerifyOrder,
  VerifyReport,
} from "@unf/maintenance";
import type { ImportParams, ImportReply } from "@unf/protocol";
import type { ProjectReader } from "./history.ts";

/** Examinations and previews. None changes anything. */
export interface ExaminationAccess {
  /**
   * Examines the home; changes nothing, and lets the recorder go on. `breathe`: called again and again, so
   * that others have a turn.
   */
  verifyHome(
    home: AbsPath,
    order: VerifyOrder,
    breathe?: () => Promise<void>,
  ): Promise<VerifyReport>;
  /** Plans what the request `import` would do right now; reads both stores and writes nothing. */
  planImport(home: AbsPath, params: ImportParams): Promise<ImportReply>;
  /**
   * Reads what carrying orders to forget out would change beside the rows of `plan`. Changes
   * nothing.
   */
  readForgetSideEffects(
    home: AbsPath,
    project: ProjectReader,
    orders: readonly ForgetOrder[],
    plan: ForgetPlan,
  ): Promise<ForgetSideEffects>;
  /** Searches for what was forgotten that are due, or found something. */
  readSearches(home: AbsPath): Promise<readonly ForgetSearch[]>;
  /** Everything that `unf doctor` judges. Changes nothing. */
  readDoctorFacts(home: AbsPath): Promise<DoctorFacts>;
  /** Which evidence of authors the system gives to who asks. */
  readProcessSight(): Promise<ProcessSight>;
  /** Counts by names and sizes what a first sweep of the directory would record. `root` is canonical. */
  estimateWatch(
    home: AbsPath,
    root: AbsPath,
    options: ProjectOptions,
    turn?: Turn,
  ): Promise<WatchEstimate>;
  /** Shows with a recorder of its own that writing, recording and restoring work here. */
  runCanary(): Promise<Canary>;
}

/** One thing that was checked. */
export interface Check {
  /** `daemon.version`: what, in words that a script can match. Never renamed. */
  readonly id: string;
  readonly state: "ok" | "warn" | "fail";
  /** One short line, as data of the machine: not escaped yet. */
  readonly message: string;
  /** A command that helps. */
  readonly fix?: string;
}

/** The amount that watching a directory would add to the store at first. */
export interface WatchEstimate extends Estimate {
  /** Room that the store may take. */
  readonly capBytes: number;
}

export type { Canary, ConcernedVersion, DoctorFacts, VerifyReport } from "@unf/maintenance";
