import { systemCode } from "@unf/core/base";

/** True for the codes that say nothing is there, or something else than a directory. */
export function isGone(code: string): boolean {
  return code === "ENOENT" || code === "ENOTDIR";
}

/** The system's code of a failed call. Throws what was thrown when it is no such failure. */
export function failureCode(thrown: unknown): string {
  const code = systemCode(thrown);
  if (code === undefined) throw thrown;
  return code;
}
