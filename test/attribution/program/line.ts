/** One change of one file, as whoever makes it calls for it. Paths are below the project. */
export type Op =
  /**
   * `whole`: written beside it and renamed over it, as editors save; else in place. `slow`: in place,
   * and kept open for a while.
   */
  | {
      readonly do: "write";
      readonly path: string;
      readonly content: string;
      readonly whole: boolean;
      readonly slow?: boolean;
    }
  | { readonly do: "remove"; readonly path: string }
  /** A directory with all that lies in it, which nobody else writes to. */
  | { readonly do: "remove-tree"; readonly path: string }
  | { readonly do: "move"; readonly path: string; readonly to: string };

/** The next step of an actor. */
export type Step =
  | { readonly step: "prompt"; readonly text: string }
  | { readonly step: "stop" }
  | { readonly step: "leave" }
  /** With the agent's tool for edits, which says the path. A person just does it. */
  | { readonly step: "edit"; readonly ops: readonly Op[]; readonly held?: boolean }
  /** With the agent's shell: `plain`, so that the command says the paths, else by sub-processes. */
  | {
      readonly step: "shell";
      readonly ops: readonly Op[];
      readonly plain: boolean;
      readonly held?: boolean;
    };

/** A step that changes files. */
export type Work = Extract<Step, { readonly ops: unknown }>;

/** By what an actor made a change. */
export type Means = "edit" | "plain" | "window" | "slow" | "person" | "intruder" | "slow intruder";

/** The truth about one state of one file, told by who made it. */
export interface Deed {
  readonly actor: string;
  readonly path: string;
  /** The content from then on; no two writes have the same. `null`: it is gone. */
  readonly content: string | null;
  /** Between these instants. Unit: ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly means: Means;
  /** The label of the turn, and the agent's own id of the tool call. */
  readonly turn: string | null;
  readonly call: string | null;
}

/** A line on an actor's standard output. */
export type Line =
  | { readonly deed: Omit<Deed, "actor"> }
  /** A held step: its tool call is open, and waits for the word `go`. */
  | { readonly open: true }
  | { readonly done: true };
