/** A word of a shell command. */
export interface ShellWord {
  /** The argument that the program gets, when `literal`. */
  readonly text: string;
  /** False when the shell makes something else of it: a pattern, a variable, a home. */
  readonly literal: boolean;
}

/** True when the shell could make an option of the word. What begins with a letter stays an operand. */
export function mayBeOption({ text, literal }: ShellWord): boolean {
  return !literal && (!/^[\p{L}\p{N}_./@:]/u.test(text) || text.includes("$"));
}

/** A program with its arguments and redirections. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  /** Files that its output is redirected to. */
  readonly outputs: readonly ShellWord[];
  /** The text that a here-document gives it. */
  readonly input?: string;
  /** The operator between the command before and this one. */
  readonly after: ShellOperator | null;
}

export type ShellOperator = "&&" | "||" | ";" | "|";

export interface ShellScript {
  readonly commands: readonly ShellCommand[];
  /** True when it has `&>`, which a shell of POSIX reads as `&` and `>`. */
  readonly ampersandOutput: boolean;
}
