/** Questions besides whether all is recorded. At most one of the two is given. */
export interface StatusQuestion {
  /** Also which files differ from this checkpoint; the empty word means the newest. */
  readonly sinceCheckpoint: string | undefined;
  /** Also which session of an agent is at work in this project. */
  readonly hasSession: boolean;
  /** The session that asks; `undefined`: the newest that is open is meant. */
  readonly ownSession: string | undefined;
}
