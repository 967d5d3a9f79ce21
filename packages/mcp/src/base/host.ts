import type { Orders, Questions } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import type { HeldSession } from "@unf/core/sessions";

/** The program as the tools need it: its answers, its orders, and where they may reach. */
export interface Host {
  readonly version: string;
  /** The project around it is meant when a call names none. Absolute, links followed. */
  readonly directory: AbsPath;
  /** Roots of the watched projects, as they are now. */
  projects(): Promise<readonly AbsPath[]>;
  /** The setting `mcp.allow_restore`, as it is now. */
  mayRestore(): Promise<boolean>;
  /** The setting `mcp.allow_others`, as it is now. */
  mayReachOthers(): Promise<boolean>;
  /**
   * The agent's own sessions in the project at this root: those that a process above this one told of,
   * else the one that its environment names; then those that they were forked from, as far as they come
   * from there. Empty where that is not known.
   */
  ownSessions(root: AbsPath): Promise<readonly HeldSession[]>;
  /** Answers a question about the project at this root, or about none in particular. Never throws. */
  answer<N extends keyof Questions>(
    name: N,
    root: AbsPath | undefined,
    asked: Questions[N]["asked"],
  ): Promise<Answered<Questions[N]["answer"]>>;
  /** Says what an order would do to the project at this root, and changes nothing. Never throws. */
  plan<N extends keyof Orders>(
    name: N,
    root: AbsPath,
    asked: Orders[N]["asked"],
  ): Promise<Answered<Orders[N]["plan"]>>;
  /** Carries out an order in this process. Never throws; nobody is asked anything. */
  carryOut<N extends keyof Orders>(
    name: N,
    root: AbsPath,
    asked: Orders[N]["asked"],
    terms: AgentTerms,
  ): Promise<Answered<Orders[N]["outcome"]>>;
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

/** How an order is carried out. */
export interface AgentTerms {
  /** The plan that was shown; without it whatever is planned now. */
  readonly plan?: string;
  /** How the order reads in the list of operations, behind `mcp`. */
  readonly said: readonly string[];
}
