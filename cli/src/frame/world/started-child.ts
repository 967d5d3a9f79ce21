import type { AgentEvent } from "@unf/core/sessions";

/** How a program ended. */
export type Ending = { readonly code: number } | { readonly signal: NodeJS.Signals };

/** A program that runs, or the exit code with which a shell says why it does not. */
export type StartedChild =
  | {
      readonly pid: number;
      /** The process below which all of its work is done: this one, where it adopts what the program leaves behind. */
      readonly worker: Pick<AgentEvent, "pid" | "started">;
      readonly ended: Promise<Ending>;
    }
  | { readonly pid: undefined; readonly exit: 126 | 127; readonly why: string };
