/** Which operations are asked for. */
export interface OpsQuestion {
  /** Also those that were given up and changed nothing. */
  readonly hasAbandoned: boolean;
  readonly limit: number;
  /** The operation that an earlier answer ended with, as a person writes it. */
  readonly cursor: string | undefined;
}
