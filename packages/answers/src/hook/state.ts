import type { AbsPath } from "@unf/core/base";

/** An agent's settings file, and what is known of the agent. */
export interface HookTarget {
  readonly settings: {
    readonly agent: string;
    /** As people know it. */
    readonly title: string;
    readonly events: readonly string[];
    /** Parts of the set for which it has no place that unf writes to, a sentence each. */
    readonly lacks: readonly string[];
    /** The step that a person still has to take before the agent calls hooks. */
    readonly afterInstall: string | undefined;
  };
  readonly file: AbsPath;
}

/** A program that a hook starts. */
export interface HookProgram {
  readonly node: string;
  readonly program: string;
}

/** A file beside the hooks of an agent that belongs to the set. */
export interface HookPart {
  /** `/unf:rewind`, or `MCP server`. */
  readonly part: string;
  readonly file: AbsPath;
  /** `foreign`: there is something of that name, and it is not ours or was edited. */
  readonly state: "installed" | "partly" | "not" | "foreign" | "unreadable";
}

/** A settings file that may be changed. `@unf/agents` knows how our hooks get in and out. */
export interface ChangeableTarget extends HookTarget {
  readonly settings: HookTarget["settings"] & {
    /** `text`: the file as it is, `undefined` when there is none. `program`: `undefined` for the one that `PATH` finds. */
    planInstall(text: string | undefined, program: HookProgram | undefined): HookPlan<string>;
    /** Gives back exactly the text before; `undefined`: nothing is left, and the file goes too. */
    planUninstall(
      text: string,
    ): HookPlan<string | undefined> | { readonly kind: "kept"; readonly why: string };
  };
  /** As that of `HookPart`; absent where it is the hooks. */
  readonly part?: string;
  /** Directories above it are none of ours. */
  readonly above: AbsPath;
  /** True when the agent is on this machine; what is not is skipped. */
  readonly isHere: boolean;
  /** The project's file, which is shared with others, instead of the person's own. */
  readonly isShared: boolean;
}

/** The text of a settings file after a change. */
type HookPlan<T> =
  | { readonly kind: "changed"; readonly text: T }
  | { readonly kind: "already" }
  | { readonly kind: "refused"; readonly why: string };

/** How it stands with one agent's hooks. */
export interface HookState {
  readonly target: HookTarget;
  readonly state: "installed" | "partly" | "not" | "disabled" | "absent" | "unreadable";
  /** The setting that turns the agent's hooks off. */
  readonly offBy: { readonly file: AbsPath; readonly key: string } | undefined;
  /** Programs that the hooks start; `undefined` among them stands for what `PATH` finds. None twice. */
  readonly programs: readonly (HookProgram | undefined)[];
  /** False when the agent waits for a person to trust them; `undefined` where it asks nobody. */
  readonly isTrusted: boolean | undefined;
  /** Why it cannot be read. */
  readonly why: string | undefined;
  /** The files beside the hooks; empty where the agent is not here, or has no place for any. */
  readonly parts: readonly HookPart[];
}
