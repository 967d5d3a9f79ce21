import type { AbsPath } from "@unf/core/base";
import type { ServiceEntry, ServiceManager } from "@unf/core/service";

/** How unf is started at login or at boot. */
export interface ServiceAccess {
  /** How unf is started at login or boot. Asks no other program where nothing is enabled. */
  readService(home: AbsPath): Promise<ServiceReport>;
  /** What enabling would write, by the manager that is named or by the best one here. Throws `refused`. */
  planService(home: AbsPath, manager: ServiceManager | undefined): Promise<ServicePlan>;
  /** Writes what was planned, or nothing. Throws `refused`, `failed`. */
  enableService(home: AbsPath, plan: ServicePlan): Promise<void>;
  /**
   * Takes out exactly what enabling wrote; `undefined` where nothing is enabled. `force`: also when it
   * was edited; else that is a `conflict`.
   */
  disableService(
    home: AbsPath,
    how: { readonly force: boolean },
  ): Promise<ServiceEntry | undefined>;
  /** Remembers what the person said when it was offered. */
  answerService(home: AbsPath, answer: "yes" | "no"): void;
  /** Has what starts unf name this installation, when what it names is gone. Cheap. */
  keepService(home: AbsPath): Promise<void>;
}

/** How unf is started at login or at boot. */
export interface ServiceReport {
  readonly state: "enabled" | "disabled" | "broken";
  /** Why an enabled service does not start unf. */
  readonly problem: string | undefined;
  readonly manager: ServiceManager | undefined;
  /** Where its entry is; `undefined` for one that is no file. */
  readonly file: string | undefined;
  /** Somebody edited the entry; it starts unf all the same. */
  readonly isEdited: boolean;
  /** What the person said when it was offered; `undefined` before. */
  readonly answer: "yes" | "no" | undefined;
}

/** What would be written. */
export interface ServicePlan {
  readonly entry: ServiceEntry;
  /** It stands there already. */
  readonly isStanding: boolean;
  readonly node: string;
  readonly program: string;
  /** What a person may want to know or do besides, one line each. */
  readonly advice: readonly string[];
}
