import type { BlobId, RelPath, Steps } from "@unf/core/base";
import type { Aftermath } from "@unf/core/orders";
import type { OperationKind, Step } from "@unf/core/timeline";
import { inSlices } from "../../base/in-slices.ts";
import { Slice } from "../../base/slice.ts";
import { type Order, type OrderProgress, Orders } from "../../site/orders.ts";
import type { Site } from "../../site/site.ts";
import type { SeenStats } from "../plan/stat-table.ts";
import { changedSince, notThisPlan } from "../stage/failures.ts";
import { beginOperation } from "./open-operation.ts";
import type { OperationOutcome } from "./operation-order.ts";
import { runOperation } from "./run-operation.ts";

/** The part of an order that any operation has. */
export interface PlannedOrder {
  /** Recorded before the plan is made; the root stands for everything. */
  readonly within: readonly RelPath[];
  /** Carry out only this plan; throws `conflict` when the files have changed since. */
  readonly planId: string | undefined;
  /** The command's words, kept with the operation. */
  readonly argv: readonly string[];
  readonly onProgress?: ((progress: OrderProgress) => void) | undefined;
}

interface Action {
  readonly kind: string;
  readonly path: RelPath;
}

/** A plan that can be carried out. */
export interface Prepared<A extends Action> {
  readonly kind: OperationKind;
  readonly id: string;
  readonly inverts: number | null;
  readonly actions: readonly A[];
  /** `undefined`: there is nothing to do, and no operation comes of it. */
  readonly steps: readonly Step[] | undefined;
  /** Contents that the steps name and that no row holds yet. */
  readonly contents: ReadonlyMap<BlobId, Uint8Array>;
  /** The disk as the plan saw it. */
  readonly seen: SeenStats;
}

export interface Applied<A> extends Aftermath {
  readonly action: A;
}

export interface CarriedOut<A> {
  /** `undefined` when there was nothing to do. */
  readonly operation: number | undefined;
  readonly applied: readonly Applied<A>[];
}

/**
 * Records what may be touched, has the plan made and carries it out as one operation, alone in its
 * project. When files change in between it is made once more, and must be the ordered one still.
 */
export async function runPlanned<A extends Action, P extends Prepared<A>>(
  site: Site,
  { within, planId, argv, onProgress }: PlannedOrder,
  prepare: (order: Order) => Steps<P>,
): Promise<P & CarriedOut<A>> {
  const { clock, limits, root, orders = new Orders() } = site.ports;
  using order = orders.begin(clock, { root, plan: planId, onProgress });
  const work = site.exclusively(async () => {
    order.enter("planning");
    await beginOperation(site, within, (files) => order.reach(files));
    const plan = () => {
      order.enter("planning");
      return inSlices(new Slice(clock, limits.sliceMs), prepare(order), order.check);
    };
    const first = await plan();
    if (planId !== undefined && planId !== first.id) throw notThisPlan(planId, first.id);
    const done = await carryOut<A, P>(site, order, { prepared: first, argv });
    if ("report" in done) return done.report;
    const second = await plan();
    if (planId !== undefined && planId !== second.id) throw changedSince(planId, done.changed);
    const again = await carryOut<A, P>(site, order, { prepared: second, argv });
    if ("report" in again) return again.report;
    throw changedSince(second.id, again.changed);
  });
  return await work.catch((thrown: unknown) => {
    site.noteLeftovers();
    throw thrown;
  });
}

/** Gives the paths that changed since the plan was made, if any did: then nothing is done. */
async function carryOut<A extends Action, P extends Prepared<A>>(
  site: Site,
  atWork: Order,
  { prepared, argv }: { readonly prepared: P; readonly argv: readonly string[] },
): Promise<{ readonly report: P & CarriedOut<A> } | { readonly changed: readonly RelPath[] }> {
  const { kind, id, inverts, actions, steps, seen } = prepared;
  if (steps === undefined) {
    const applied = actions.map((action) => ({ action }));
    return { report: { ...prepared, operation: undefined, applied } };
  }
  const contents = [...prepared.contents].map(([hash, bytes]) => ({ hash, bytes }));
  const order = { kind, argv, plan: id, inverts, steps, contents, seen, atWork };
  const outcome = await runOperation(site, order);
  if (outcome.kind === "changed") return { changed: outcome.paths };
  const { operation } = outcome;
  const applied = actions.map((one) => tellOf(one, outcome));
  return { report: { ...prepared, operation, applied } };
}

function tellOf<A extends Action>(
  action: A,
  { rescued, unkept }: Pick<Done, "rescued" | "unkept">,
): Applied<A> {
  const [place, lost] = [rescued.get(action.path), unkept.get(action.path)];
  return {
    action,
    ...(place === undefined || action.kind === "kept" ? {} : { rescued: place }),
    ...(lost === undefined ? {} : { unkept: lost }),
  };
}

type Done = Extract<OperationOutcome, { readonly kind: "done" }>;
