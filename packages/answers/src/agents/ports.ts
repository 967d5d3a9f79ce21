import type { AbsPath, WallMs } from "@unf/core/base";
import type { AgentEvent } from "@unf/core/sessions";

/** Ports of telling what an agent does. */
export interface TellingPorts {
  now(): WallMs;
  /** The working directory, canonical. Throws `failed` when it was deleted. */
  cwd(): AbsPath;
  /** Tells the daemon what an agent did, or leaves word for it. Fails never, and makes no home. */
  tellAgentEvents(events: readonly AgentEvent[]): Promise<void>;
  /** A name that nobody else has. */
  randomName(): Promise<string>;
}

/** A process, as an event tells of one. */
export type ToldProcess = Pick<AgentEvent, "pid" | "started">;

/** Programs that are started and waited for. `S`: names of signals. */
export interface ProgramPorts<S extends string> {
  /** This process. */
  ownProcess(): Promise<ToldProcess>;
  /** Starts a program with the terminal's own streams and these variables besides. */
  startChild(
    argv: readonly string[],
    variables: Readonly<Record<string, string>>,
  ): Promise<StartedChild<S>>;
}

/** How a program ended. */
export type ChildEnding<S extends string> = { readonly code: number } | { readonly signal: S };

/** A program that runs, or the exit code with which a shell says why it does not. */
export type StartedChild<S extends string> =
  | {
      readonly pid: number;
      /** The process below which all of its work is done: this one, where it adopts what the program leaves behind. */
      readonly worker: ToldProcess;
      readonly ended: Promise<ChildEnding<S>>;
    }
  | NotStarted;

export interface NotStarted {
  readonly pid: undefined;
  readonly exit: 126 | 127;
  readonly why: string;
}
