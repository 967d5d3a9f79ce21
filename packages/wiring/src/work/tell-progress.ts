import type { OrderProgress } from "@unf/engine";
import type { Progress } from "@unf/protocol";

/** How an order goes on, in the words of the protocol. */
export function tellProgress(
  tell: ((progress: Progress) => void) | undefined,
): ((progress: OrderProgress) => void) | undefined {
  if (tell === undefined) return undefined;
  return ({ phase, done, total }) => {
    if (phase !== "waiting") tell({ phase, files: done, recorded: 0, total });
  };
}
