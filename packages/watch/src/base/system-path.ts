import { encodePath } from "@unf/core/base";

/** A path for a call of `node:fs`: text where it is UTF-8, else its exact bytes. */
export function systemPath(path: string): string | Buffer {
  return path.isWellFormed() ? path : Buffer.from(encodePath(path));
}
