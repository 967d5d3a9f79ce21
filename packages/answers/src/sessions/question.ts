/** Which sessions of agents are asked for. Words are as a person writes them. */
export interface SessionsQuestion {
  /** The name of an agent. */
  readonly agent: string | undefined;
  /** Those that went on then or later. */
  readonly since: string | undefined;
  /** Only those that are not over. */
  readonly isOpen: boolean;
  readonly limit: number;
  /** The session that an earlier answer ended with. */
  readonly cursor: string | undefined;
}

/** Which turns of agents are asked for. */
export interface TurnsQuestion extends Omit<SessionsQuestion, "cursor" | "isOpen"> {
  /** Only those of this session. */
  readonly session: string | undefined;
  /** The turn that an earlier answer ended with. */
  readonly cursor: string | undefined;
}
