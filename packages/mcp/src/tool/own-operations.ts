import type { Questions } from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { ask } from "../answer/ask.ts";
import type { Host } from "../base/host.ts";
import { wasOver } from "./own-turns.ts";

/** Operations that this server carried out, where no session says whose they are. */
export class CarriedOut {
  readonly #all = new Set<string>();

  /** `id`: as `op-12`. */
  note(root: AbsPath, id: string): void {
    this.#all.add(JSON.stringify([root, id]));
    const [oldest] = this.#all;
    if (this.#all.size > limits.mcp.operationsMax && oldest !== undefined) this.#all.delete(oldest);
  }

  has(root: AbsPath, id: string): boolean {
    return this.#all.has(JSON.stringify([root, id]));
  }
}

/** An operation that the agent ordered itself, and that nobody else took back or did again since. */
interface OwnOperation {
  readonly id: string;
  readonly kind: Operation["kind"];
  readonly isUndone: boolean;
}

type Operation = Questions["ops"]["answer"]["operations"][number];

/**
 * The agent's own operations of a project, whichever of its servers carried them out: those ordered in its sessions.
 * The first is the one that it did, took back or did again last.
 */
export async function readOwnOperations(
  host: Host,
  carriedOut: CarriedOut,
  root: AbsPath,
): Promise<readonly OwnOperation[]> {
  const sessions = new Map((await host.ownSessions(root)).map(({ id, until }) => [id, until]));
  const { operationsMax: limit } = limits.mcp;
  const asked = { hasAbandoned: false, limit, cursor: undefined };
  const { operations } = (await ask(host, "ops", root, asked)).value;
  const all = new Map(operations.map((one) => [one.id, one]));
  const isOwn = ({ id, ordered_by: session, finished_at: end }: Operation): boolean => {
    const until = session === null ? undefined : sessions.get(session);
    return (until !== undefined && wasOver(end, until)) || carriedOut.has(root, id);
  };
  const own = operations.filter(isOwn).flatMap((one) => {
    const { last, isUndone } = followTo(one, all);
    return isOwn(last) ? [{ id: one.id, kind: one.kind, isUndone, at: numberOf(last) }] : [];
  });
  return own.sort((a, b) => b.at - a.at);
}

/** The operation that decided last whether this one stands. */
function followTo(one: Operation, all: ReadonlyMap<string, Operation>) {
  let [last, isUndone] = [one, false];
  for (;;) {
    const next = last.undone_by === null ? undefined : all.get(last.undone_by);
    if (next === undefined) return { last, isUndone };
    [last, isUndone] = [next, !isUndone];
  }
}

function numberOf({ id }: Operation): number {
  return Number(id.slice(3));
}
