import type { ProcessAbove } from "@unf/agents";
import type {
  HomeAccess,
  ProgramBounds,
  ProjectEntry,
  ProjectRules,
  SettingsDisk,
  StartedChild,
  ToldProcess,
  WatchFactsAccess,
} from "@unf/answers";
import type { AbsPath, WallMs } from "@unf/core/base";
import type { Digest, FileSystem } from "@unf/core/ports";
import type { AgentEvent } from "@unf/core/sessions";
import type { Zone } from "@unf/core/time";
import type { Sink } from "../terminal/output.ts";
import type { TerminalFacts } from "../terminal/terminal.ts";
import type { HookPlace } from "./hook-place.ts";

/** The home as commands need it: reading, writing, and more. */
export interface CliWiring extends HomeAccess, WatchFactsAccess {}

/** Everything a command takes from outside, apart from the disk. Tests hand in their own. */
export interface World {
  /** An agent gives the command by a protocol of its own. */
  readonly servesAgent: boolean;
  /** The processes that this one descends from, the nearest first. */
  processesAbove(): Promise<readonly ProcessAbove[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly facts: TerminalFacts;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The working directory, canonical. Throws `failed` when it was deleted. */
  cwd(): AbsPath;
  now(): WallMs;
  readonly localZone: Zone;
  /** Loads the half of the program that opens stores; help and version do without. */
  wiring(): Promise<CliWiring>;
  /** The rules by which this project is recorded now. */
  projectRules(home: AbsPath, project: ProjectEntry): Promise<ProjectRules>;
  /** The disk as the engine sees it, for reading files that may be changing. */
  fileSystem(): Promise<FileSystem>;
  /** BLAKE3. Loaded when it is asked for: most commands need none. */
  digest(): Promise<Digest>;
  /** Reads stdin to its end, but no more than `bytesMax`. */
  readInput(bytesMax: number): Uint8Array;
  /** The disk with the settings of other programs. */
  settingsDisk(): Promise<SettingsDisk>;
  /** The program that hooks start here, and the places where they stand. */
  hookPlace(): Promise<HookPlace>;
  /**
   * Shows a question on stderr and reads one line of stdin; `undefined` at its end. Throws `interrupted` at
   * Ctrl-C.
   */
  ask(question: string): string | undefined;
  /** The kind of system, as Node names it. */
  readonly platform: string;
  /** Starts a program that goes on by itself, away from the terminal; false where that fails. */
  startApart(argv: readonly string[], input: string): Promise<boolean>;
  /** Has this process begin anew with little memory, where it can; only before anything is done. */
  beginSmall(): Promise<void>;
  /** Runs a program with the terminal's own streams; resolves with its exit code. */
  runProgram(argv: readonly string[]): Promise<number>;
  /** Output of a program; `undefined` when it is not there, fails, or takes too long. */
  askProgram(argv: readonly string[], bounds: ProgramBounds): Promise<Uint8Array | undefined>;
  /** Starts a program with the terminal's own streams and these variables besides. */
  startChild(
    argv: readonly string[],
    variables: Readonly<Record<string, string>>,
  ): Promise<StartedChild<NodeJS.Signals>>;
  /** This process, as an event tells of one. */
  ownProcess(): Promise<ToldProcess>;
  /** Ends this process by a signal; returns the exit code where it outlives that. */
  endBy(signal: NodeJS.Signals): number;
  /** Tells the daemon what an agent did, or leaves word for it. Fails never, and makes no home. */
  tellAgentEvents(events: readonly AgentEvent[]): Promise<void>;
  /** Sets or, with `undefined`, unsets variables for the programs that are started from here on. */
  setVariables(variables: Readonly<Record<string, string | undefined>>): void;
  /** Starts a pager; `undefined` when it is not installed. */
  startPager(argv: readonly string[]): Promise<Pager | undefined>;
  /** The name of the machine. */
  hostName(): string;
  /** For how long the machine has been running. Unit: s. */
  uptime(): number;
  /** Waits, where there is nothing to be told by. */
  pause(ms: number): Promise<void>;
  /** Rings again and again until it is disposed of. It keeps no program from ending. */
  every(ms: number, ring: () => void): Disposable;
  /** Resolves when a person asks to stop what goes on for ever; then a second time ends the process. */
  interrupted(): Promise<void>;
  /** Resolves with the first signal that asks to end. The same one once more ends the process. */
  endAsked(): Promise<EndSignal>;
  /** Tells of such a signal until it is disposed of; from then on it ends the process again. */
  onEndAsked(tell: (signal: EndSignal) => void): Disposable;
}

/** Signals that a terminal, its closing, and a program's starter send. */
export type EndSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** A running pager: lines go in, and `close` waits until the person leaves it. */
export interface Pager extends Sink {
  close(): Promise<void>;
}
