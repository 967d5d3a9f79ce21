import type { AbsPath, ProjectId, WallMs } from "@unf/core";
import type { Answer, Chunk } from "./answer.ts";
import type { FlagTable, FlagValues } from "./args/flag.ts";
import { type Globals, globalFlags } from "./args/globals.ts";
import { readValues, type Tokens } from "./args/parse.ts";
import type { View } from "./render/view.ts";
import type { Terminal } from "./terminal.ts";
import type { World } from "./world.ts";

/** One run of a command: what was typed, and where. */
export interface Call<T extends FlagTable> {
  readonly flags: FlagValues<T>;
  readonly globals: Globals;
  /** The words that are no flags, without the command's name. */
  readonly args: readonly string[];
  /** Every word as typed, without `unf`: what the list of operations shows. */
  readonly argv: readonly string[];
  readonly world: World;
  readonly terminal: Terminal;
  /** Prints a line to stderr that a script does not need; nothing with `--quiet` or JSON. */
  readonly note: (text: string) => void;
  /** Prints a warning to stderr. */
  readonly warn: (text: string) => void;
  /** Prints to stdout before the answer, for a preview that a question follows; nothing in JSON. */
  readonly show: (text: (view: View) => Iterable<Chunk>) => Promise<void>;
  /** Says which project this is about: where that is not recorded as it should be, a line says so. */
  readonly concerns: (project: ConcernedProject) => void;
  /** Keeps a resource open until the answer is printed, which may read from it. */
  readonly own: <R extends Disposable>(resource: R) => R;
}

/** A project that a command is about. */
export interface ConcernedProject {
  readonly id: ProjectId;
  readonly root: AbsPath;
  /** When a recorder closed it in order, where one did. */
  readonly recordedUntil: WallMs | undefined;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

interface Spec<T extends FlagTable> {
  /** One line for each way to call it, without `unf`. */
  readonly usage: readonly string[];
  /** What it does, as paragraphs. */
  readonly about: readonly string[];
  readonly flags: T;
  readonly examples: readonly Example[];
  /** Exit codes beyond 0, 1, 2 and 70, with what they mean here. */
  readonly exits: Readonly<Record<number, string>>;
  /** How many words it takes besides flags. */
  readonly args: { readonly min: number; readonly max: number };
  readonly run: (call: Call<T>) => Promise<Answer> | Answer;
}

/** A command without the types of its flags: what help and dispatch need of it. */
export interface Command extends Omit<Spec<FlagTable>, "run"> {
  invoke(
    tokens: Tokens,
    rest: Omit<Call<FlagTable>, "flags" | "globals" | "args">,
  ): Promise<Answer>;
}

/** Ties a command's flags to the handler that reads them. */
export function defineCommand<T extends FlagTable>(spec: Spec<T>): Command {
  const { run, ...described } = spec;
  return {
    ...described,
    async invoke(tokens, rest) {
      return run({
        ...rest,
        flags: readValues(spec.flags, tokens),
        globals: readValues(globalFlags, tokens),
        args: tokens.positionals,
      });
    },
  };
}
