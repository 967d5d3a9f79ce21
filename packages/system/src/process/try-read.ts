import { readlinkSync } from "node:fs";
import { systemCode } from "@unf/core/base";

/** `undefined` where the system refuses: processes end at any time, and those of others are not shown. */
export function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}

/** Where a link leads. */
export function readLink(path: string): string | undefined {
  return tryRead(() => readlinkSync(path));
}
