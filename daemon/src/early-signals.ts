import process from "node:process";
import { onSignals, type SignalActions } from "@unf/system";

/**
 * Listens to signals from now on: as soon as the lock bears our name anybody may send one, and a
 * SIGHUP that nobody listens to ends the process. Until `handTo` is called the process just ends
 * when it is told to, and a reload is kept for later.
 */
export function listenEarly(): { readonly handTo: (actions: SignalActions) => void } {
  let actions: SignalActions | undefined;
  let isReloadOwed = false;
  onSignals({
    end: (signal) => {
      if (actions === undefined) process.exit(0);
      actions.end(signal);
    },
    reload: () => {
      if (actions === undefined) isReloadOwed = true;
      else actions.reload();
    },
  });
  return {
    handTo: (given) => {
      actions = given;
      if (isReloadOwed) given.reload();
    },
  };
}
