import type { Orders, Questions, RecordingNow } from "@unf/answers";

/** The program as the page needs it: its answers, and the files that the page is made of. */
export interface UiHost {
  readonly version: string;
  /** Unit: ms since 1970. */
  now(): number;
  /** Bytes that nobody can guess, as text that an address can hold. */
  randomKey(): string;
  /**
   * Answers a question about this project, named by its root or id, or about none. Never throws. Once
   * the signal comes nobody waits for the answer.
   */
  answer<N extends keyof Questions>(
    name: N,
    project: string | undefined,
    asked: Questions[N]["asked"],
    signal?: AbortSignal,
  ): Promise<Answered<Questions[N]["answer"]>>;
  /** Says what an order would do to a project, and changes nothing. Never throws. */
  plan<N extends keyof Orders>(
    name: N,
    project: string,
    asked: Orders[N]["asked"],
  ): Promise<Answered<Orders[N]["plan"]>>;
  /**
   * Carries out an order; with a plan exactly that one, and fails with `conflict` where it is another
   * by now. Never throws; nobody is asked anything.
   */
  carryOut<N extends keyof Orders>(
    name: N,
    project: string,
    asked: Orders[N]["asked"],
    plan: string | undefined,
  ): Promise<Answered<Orders[N]["outcome"]>>;
  /** Projects in which something is recorded, as it is, until the signal comes or nobody tells any more. */
  follow(signal: AbortSignal): AsyncIterable<ChangedProject>;
  /** Whether changes of this project, or of all that are watched, are being recorded. Never throws. */
  recording(project: string | undefined): Promise<Answered<RecordingNow>>;
  /**
   * True where the system says that a user who is neither the owner of this process nor root has made
   * this connection within the machine.
   */
  isOfAnotherUser(ports: { readonly server: number; readonly client: number }): Promise<boolean>;
  /** Rings again and again until it is disposed of. */
  every(ms: number, ring: () => void): Disposable;
  /** Gives memory back to the system that a long answer took. Nothing else is done meanwhile. */
  giveBackMemory(): Promise<void>;
  /** Why the page only shows: an agent may be the one who looks. `undefined`: it may change things. */
  whyReadOnly(): Promise<string | undefined>;
  /** Says what is wrong with this program itself, which only whoever runs it sees. */
  warn(text: string): void;
}

/** A project and its newest version. */
export interface ChangedProject {
  readonly id: string;
  readonly root: string;
  readonly version: string;
}

/** The answer to a question, or why there is none. */
export type Answered<T> =
  | { readonly kind: "answered"; readonly value: T }
  | ({ readonly kind: "failed" } & Failure);

export interface Failure {
  /** A code of docs/errors.md. */
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}

/** A request that cannot be answered, as it is said to whoever sent it. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;

  constructor(status: number, code: string, message: string, hint?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}
