import type { ServiceEntry, ServiceManager } from "@unf/core/service";

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
  /** The person's answer when it was offered; `undefined` before. */
  readonly answer: "yes" | "no" | undefined;
}

/** The entry that would be written. */
export interface ServicePlan {
  readonly entry: ServiceEntry;
  /** It stands there already. */
  readonly isStanding: boolean;
  readonly node: string;
  readonly program: string;
  /** Further things that a person may want to know or do, one line each. */
  readonly advice: readonly string[];
}
