import type { OpenHome, OpenScope } from "@unf/answers";
import { pathToColumn, type RelPath, UnfError } from "@unf/core/base";
import type { Writer } from "@unf/wiring";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";
import type { EndSignal } from "../frame/world/world.ts";
import { interruptOrder } from "./interrupt-order.ts";

/** What came of an order; `recovered`: the operation that whoever took it up carried out. */
export type Outcome<R> = { readonly reply: R } | { readonly recovered: number };

/** An order, and how it is sent. */
export interface SentOrder<R> {
  readonly scope: Pick<OpenScope, "reader" | "project">;
  readonly plan: string;
  readonly send: (writer: Writer) => Promise<R>;
}

/**
 * Has an order carried out by its plan. Where whoever had it under way ends before it says what came of
 * it, the next one finishes what was begun, and is given the order if nothing was: what counts is what
 * happened to the files. A signal to end gives it up where nothing is changed yet; throws `interrupted`.
 */
export async function sendOrder<R extends { readonly operation: number | null }>(
  call: Call<FlagTable>,
  { wiring, reader: { home } }: OpenHome,
  order: SentOrder<R>,
): Promise<Outcome<R>> {
  const { timeline } = order.scope.reader;
  const before = timeline.operations(1)[0]?.id ?? 0;
  // What an agent asks for over its protocol ends with that, not with a signal.
  const asked = call.world.servesAgent ? undefined : call.world.endAsked();
  const attempt = async (): Promise<R> => {
    await using writer = await wiring.openWriter(home, "process");
    return await unlessAsked(call, order, { writer, asked });
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
  const operations = timeline.operations(seenMax);
  const own = operations.find((one) => one.id > before && one.plan === order.plan);
  if (own?.state === "done") return { recovered: own.id };
  throw "thrown" in again ? again.thrown : lost;
}

interface Asked {
  readonly writer: Writer;
  /** `undefined`: nobody can. */
  readonly asked: Promise<EndSignal> | undefined;
}

/** Sends the order; what a signal leaves of it is thrown. */
async function unlessAsked<R>(
  call: Call<FlagTable>,
  { scope, plan, send }: SentOrder<R>,
  { writer, asked }: Asked,
): Promise<R> {
  const done = send(writer);
  if (asked === undefined) return await done;
  const outcome = await Promise.race([
    done.then((reply) => ({ reply })),
    asked.then((signal) => ({ signal })),
  ]);
  if ("reply" in outcome) return outcome.reply;
  const root = pathToColumn(scope.project.root as string as RelPath);
  const { signal } = outcome;
  return await interruptOrder(call, { writer, signal, done, root, plan, project: scope.project });
}

/** Operations among which the order's own is looked for. */
const seenMax = 20;

function isLost(thrown: unknown): boolean {
  return thrown instanceof UnfError && thrown.code === "daemon_unavailable";
}
