/** The span and the projects that are told of. */
export interface RecapQuestion {
  /** As a person writes it; without it, the last few stretches of work are told. */
  readonly since: string | undefined;
  /** All watched projects instead of one. */
  readonly isGlobal: boolean;
}
