import type { AbsPath } from "@unf/core/base";

/** An agent's settings file, and what is known of the agent. */
export interface HookTarget {
  readonly settings: {
    readonly agent: string;
    /** As people know it. */
    readonly title: string;
    readonly events: readonly string[];
    /** The step that a person still has to take before the agent calls hooks. */
    readonly afterInstall: string | undefined;
  };
  readonly file: AbsPath;
}

/** How it stands with one agent's hooks. */
export interface HookState {
  readonly target: HookTarget;
  readonly state: "installed" | "partly" | "not" | "disabled" | "absent" | "unreadable";
  /** The setting that turns the agent's hooks off. */
  readonly offBy: { readonly file: AbsPath; readonly key: string } | undefined;
  /**
   * Programs that the hooks start; `undefined` among them stands for what `PATH` finds. None twice.
   */
  readonly programs: readonly ({ readonly node: string; readonly program: string } | undefined)[];
  /** False when the agent waits for a person to trust them; `undefined` where it asks nobody. */
  readonly isTrusted: boolean | undefined;
  /** Why it cannot be read. */
  readonly why: string | undefined;
}
