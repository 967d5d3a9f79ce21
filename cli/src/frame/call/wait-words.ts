/** A wait of a command, and what is said where a signal ends it. */
export interface WaitWords {
  /** Shown before the count. */
  readonly verb: string;
  /** The things that are counted; files unless said. */
  readonly things?: string;
  readonly left: (left: LeftWait) => Parting;
  /** Nothing comes of it that a daemon could go on with. */
  readonly isReading?: boolean;
}

/** How far a wait was when it was ended. */
export interface LeftWait {
  /** True where a daemon has the work, and goes on with it. */
  readonly isDaemons: boolean;
  /** `after 12 of 30 files`; `undefined` before anything was told. */
  readonly after: string | undefined;
}

/** The part that is done and the part that is not, and the ways on. */
export interface Parting {
  readonly said: string;
  readonly hint: string;
}

/** Work that only reads: of that nothing is left behind. `other`: what one may do instead of all of it. */
export function reading(verb: string, things: string, other: string): WaitWords {
  const hint = `${other}; all of it: the same command again`;
  const left = () => ({ said: "interrupted; nothing was changed", hint });
  return { verb, things, left, isReading: true };
}

/** A change that is made at once: `said` is true of the moment before as of the one behind. */
export function changing(verb: string, said: string, hint: string): WaitWords {
  return { verb, left: () => ({ said: `interrupted; ${said}`, hint }) };
}
