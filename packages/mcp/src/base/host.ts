import type { Questions } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";

/** The program as the tools need it: its answers and commands, and where they may reach. */
export interface Host {
  readonly version: string;
  /** The project around it is meant when a call names none. Absolute, links followed. */
  readonly directory: AbsPath;
  /** Roots of the watched projects, as they are now. */
  projects(): Promise<readonly AbsPath[]>;
  /** The setting `mcp.allow_restore`, as it is now. */
  mayRestore(): Promise<boolean>;
  /** Answers a question about the project at this root, or about none in particular. Never throws. */
  answer<N extends keyof Questions>(
    name: N,
    root: AbsPath | undefined,
    asked: Questions[N]["asked"],
  ): Promise<Answered<Questions[N]["answer"]>>;
  /**
   * Carries out a command line of `unf` in this process. Never throws; nobody is asked anything.
   * `said`: how the line reads in the list of operations.
   */
  run(words: readonly string[], said: readonly string[]): Promise<Ran>;
  /** Says on stderr what came that was no message. */
  warn(text: string): void;
}

/** The answer to a question, or why there is none. */
export type Answered<T> =
  | {
      readonly kind: "answered";
      readonly value: T;
      /** Said beside it: something about it is not as it should be. */
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: "failed";
      /** A code of docs/errors.md. */
      readonly code: string;
      readonly message: string;
      readonly hint: string | undefined;
    };

/** Output of a command line: a document, or on stderr why there is none. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
}
