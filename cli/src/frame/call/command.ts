import type { Asker } from "@unf/answers";
import type { FlagTable, FlagValues } from "../argv/flag.ts";
import { type Globals, globalFlags } from "../argv/globals.ts";
import { readValues, type Tokens } from "../argv/parse.ts";
import type { Answer, Chunk } from "../print/answer.ts";
import type { View } from "../print/view.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { World } from "../world/world.ts";
import type { WaitWords } from "./wait-words.ts";

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
  /** This run as whoever asks the history. */
  readonly asker: Asker;
  /** Carries out another command line, in a world of its own; as `run` of the program. */
  readonly run: (argv: readonly string[], world: World, said: readonly string[]) => Promise<number>;
  /** Keeps a resource open until the answer is printed, which may read from it. */
  readonly own: <R extends Disposable>(resource: R) => R;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

interface Spec<T extends FlagTable> {
  /** One line for each way to call it, without `unf`. */
  readonly usage: readonly string[];
  /** Its description, as paragraphs. */
  readonly about: readonly string[];
  readonly flags: T;
  readonly examples: readonly Example[];
  /** Exit codes beyond 0, 1, 2 and 70, with what they mean here. */
  readonly exits: Readonly<Record<number, string>>;
  /** How many words it takes besides flags. */
  readonly args: { readonly min: number; readonly max: number };
  /**
   * Words for a wait of which the command says nothing itself; as for one that only reads, where none are
   * given. `null`: it goes on until it is ended, and hears signals itself.
   */
  readonly wait?: WaitWords | null;
  readonly run: (call: Call<T>) => Promise<Answer> | Answer;
}

/** A command without the types of its flags: what help and dispatch need of it. */
export interface Command extends Omit<Spec<FlagTable>, "run"> {
  invoke(
    tokens: Tokens,
    rest: Omit<Call<FlagTable>, "flags" | "globals" | "args">,
  ): Promise<Answer>;
}

/** A row of the table of commands. The command itself is loaded only when it is called. */
export interface CommandEntry {
  readonly name: string;
  /** Second name, for people who come from elsewhere. */
  readonly alias?: string;
  readonly group: "record" | "look" | "restore" | "settings" | "about";
  /** One line for the list of commands. */
  readonly summary: string;
  /**
   * It looks at recordings, so recording should be going on: what ought to run and does not is started
   * afterwards. Commands that decide about it themselves go without.
   */
  readonly wakes?: true;
  /** Scripts call it; no list names it. */
  readonly isHidden?: true;
  readonly load: () => Promise<Command>;
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
