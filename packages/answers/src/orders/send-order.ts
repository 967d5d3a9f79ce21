import { absPathToColumn, UnfError } from "@unf/core/base";
import type { ActionOutcome, OrderAction } from "@unf/core/orders";
import type { InterruptReply, Progress, WireOutcome } from "@unf/protocol";
import type { OpenHome } from "../ports/asker.ts";
import type { Writer } from "../ports/recording.ts";
import type { OpenScope } from "../scope/open-scope.ts";
import { readBriefReply } from "./outcomes.ts";

/** Outcome of an order. */
export interface Outcome<K extends OrderAction["kind"]> {
  /** `null` when there was nothing to do. */
  readonly operation: number | null;
  readonly actions: readonly ActionOutcome<K>[];
}

/** An order, and how it is sent. */
export interface SentOrder<K extends OrderAction["kind"]> {
  readonly scope: Pick<OpenScope, "reader" | "project">;
  /** The plan that was seen. The reply leaves out what was done as it says. */
  readonly plan: { readonly id: string; readonly actions: readonly ActionOutcome<K>[] };
  readonly send: (writer: Writer) => Promise<Reply<K>>;
}

interface Reply<K extends OrderAction["kind"]> {
  readonly operation: number | null;
  readonly actions: readonly WireOutcome<K>[];
}

/** The one who ordered it, while it is carried out. */
export interface Orderer {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Without it the order cannot be given up. */
  readonly ending?: Interruption | undefined;
}

/** Resolves when the order is to end early, with what makes the error that it then ends with. */
export type Interruption = Promise<(left: LeftOrder) => Error>;

/** Where an order was when it was to end; `undefined`: nothing was changed and it is given up. */
export type LeftOrder =
  | { readonly state: InterruptReply; readonly carriedOnBy: Writer["kind"] }
  | undefined;

/**
 * Has an order carried out by its plan. Where whoever had it under way ends before it says what came of
 * it, the next one finishes what was begun, and is given the order if nothing was: what counts is what
 * happened to the files. It is given up when that is asked for and nothing is changed yet.
 */
export async function sendOrder<K extends OrderAction["kind"]>(
  { wiring, reader: { home } }: OpenHome,
  order: SentOrder<K>,
  { ending }: Orderer = {},
): Promise<Outcome<K>> {
  const { timeline } = order.scope.reader;
  const before = timeline.operations(1)[0]?.id ?? 0;
  const attempt = async (): Promise<Reply<K>> => {
    await using writer = await wiring.openWriter(home, "process");
    return await unlessAsked(order, writer, ending);
  };
  const read = ({ operation, actions }: Reply<K>): Outcome<K> => ({
    operation,
    actions: readBriefReply(actions, order.plan.actions),
  });
  let lost: unknown;
  try {
    return read(await attempt());
  } catch (thrown) {
    if (!isLost(thrown)) throw thrown;
    lost = thrown;
  }
  const again = await attempt().catch((thrown: unknown) => ({ thrown }));
  if (!("thrown" in again) && again.operation !== null) return read(again);
  const operations = timeline.operations(seenMax);
  const own = operations.find((one) => one.id > before && one.plan === order.plan.id);
  if (own?.state === "done") return { operation: own.id, actions: order.plan.actions };
  throw "thrown" in again ? again.thrown : lost;
}

/** Sends the order; what a wish to end leaves of it is thrown. */
async function unlessAsked<K extends OrderAction["kind"]>(
  { scope, plan, send }: SentOrder<K>,
  writer: Writer,
  ending: Interruption | undefined,
): Promise<Reply<K>> {
  const done = send(writer);
  if (ending === undefined) return await done;
  const first = await Promise.race([done, ending]);
  if (typeof first !== "function") return first;
  const describe = first;
  // Where it is lost meanwhile, whoever awaits it next hears of that.
  done.catch(() => undefined);
  const root = absPathToColumn(scope.project.root);
  const state = await writer.interrupt({ root, plan: plan.id });
  if (state.phase === "none") return await done;
  const isDecided = state.phase === "applying" || state.phase === "recording";
  const left: LeftOrder = isDecided ? { state, carriedOnBy: writer.kind } : undefined;
  // This process ends it; a daemon goes on.
  if (left?.carriedOnBy === "daemon") throw describe(left);
  try {
    return await done;
  } catch (thrown) {
    if (!(thrown instanceof UnfError) || thrown.code !== "interrupted") throw thrown;
    throw describe(left);
  }
}

/** Operations among which the order's own is looked for. */
const seenMax = 20;

function isLost(thrown: unknown): boolean {
  return thrown instanceof UnfError && thrown.code === "daemon_unavailable";
}
