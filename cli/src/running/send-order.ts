import { UnfError } from "@unf/core";
import type { Writer } from "@unf/wiring";
import type { OpenHome, OpenScope } from "../open-scope.ts";

/** What came of an order; `recovered`: the operation that whoever took it up carried out. */
export type Outcome<R> = { readonly reply: R } | { readonly recovered: number };

/**
 * Has an order carried out by its plan. Where whoever had it under way ends before it says what came of
 * it, the next one finishes what was begun, and is given the order if nothing was: what counts is what
 * happened to the files.
 */
export async function sendOrder<R extends { readonly operation: number | null }>(
  { wiring, reader: { home } }: OpenHome,
  { reader: { timeline } }: Pick<OpenScope, "reader">,
  plan: string,
  send: (writer: Writer) => Promise<R>,
): Promise<Outcome<R>> {
  const before = timeline.operations(1)[0]?.id ?? 0;
  const attempt = async (): Promise<R> => {
    await using writer = await wiring.openWriter(home, "process");
    return await send(writer);
  };
  let lost: unknown;
  try {
    return { reply: await attempt() };
  } catch (thrown) {
    if (!isLost(thrown)) throw thrown;
    lost = thrown;
  }
  const again = await attempt().catch((thrown: unknown) => ({ thrown }));
  if (!("thrown" in again) && again.operation !== null) return { reply: again };
  const own = timeline.operations(seenMax).find((one) => one.id > before && one.plan === plan);
  if (own?.state === "done") return { recovered: own.id };
  throw "thrown" in again ? again.thrown : lost;
}

/** Operations among which the order's own is looked for. */
const seenMax = 20;

function isLost(thrown: unknown): boolean {
  return thrown instanceof UnfError && thrown.code === "daemon_unavailable";
}
