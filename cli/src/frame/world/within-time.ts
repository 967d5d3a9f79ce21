import { createContext, Script } from "node:vm";
import type { RunWithin } from "@unf/answers";
import { systemCode } from "@unf/core/base";

/**
 * For work that may never end by itself, such as a regular expression over a hostile text. Each run
 * costs a thread that keeps the time, 0.1 ms.
 */
export function openTimeKeeper(): RunWithin {
  let pending: () => void = () => undefined;
  const context = createContext({ run: () => pending() });
  const script = new Script("run()");
  return (msMax, work) => {
    pending = work;
    try {
      script.runInContext(context, { timeout: msMax });
    } catch (thrown) {
      if (systemCode(thrown) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw thrown;
      return false;
    }
    return true;
  };
}
