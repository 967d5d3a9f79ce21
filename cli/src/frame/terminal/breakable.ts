import process from "node:process";
import { systemCode } from "@unf/core/base";

/** Where the work lies while it is carried out: a script sees nothing but what is global. */
const place = Symbol.for("unf.breakable");

/** A call of the system that waits ends by itself, anything else by force. */
const endings: readonly string[] = ["EINTR", "ERR_SCRIPT_EXECUTION_INTERRUPTED"];

/** The value of the work, or that Ctrl-C came before. */
export type Broken<T> = { readonly value: T } | "interrupted";

/**
 * Does work that gives nobody a turn, so that Ctrl-C ends it nevertheless: a read that waits, or a long
 * computation. What stands in the middle is left as it is.
 */
export function breakable<T>(work: () => T): Broken<T> {
  const { runInThisContext } = process.getBuiltinModule("node:vm");
  const holder = globalThis as { [place]?: () => T };
  holder[place] = work;
  try {
    const value: T = runInThisContext(`globalThis[Symbol.for("unf.breakable")]()`, {
      breakOnSigint: true,
    });
    return { value };
  } catch (thrown) {
    if (!endings.includes(systemCode(thrown) ?? "")) throw thrown;
    return "interrupted";
  } finally {
    delete holder[place];
  }
}
