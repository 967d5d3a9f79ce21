/** One thing that was checked. */
export interface Check {
  /** `daemon.version`: what, in words that a script can match. Never renamed. */
  readonly id: string;
  readonly state: "ok" | "warn" | "fail";
  /** One short line, as data of the machine: not escaped yet. */
  readonly message: string;
  /** A command that helps. */
  readonly fix?: string;
}

export function ok(id: string, message: string): Check {
  return { id, state: "ok", message };
}

export function warn(id: string, message: string, fix?: string): Check {
  return { id, state: "warn", message, ...(fix === undefined ? {} : { fix }) };
}

export function fail(id: string, message: string, fix?: string): Check {
  return { id, state: "fail", message, ...(fix === undefined ? {} : { fix }) };
}
