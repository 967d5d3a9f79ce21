/** The place in another conversation from which one goes on. */
export interface Fork {
  readonly parent: string | null;
  /** The last turn that both hold; 0: none; absent: not known. */
  readonly sharedTurn?: number;
}

/** The signs of where a conversation comes from. */
export interface ForkSigns {
  /** The other session, where it is known. */
  readonly named: string | undefined;
  /** The agent's own ids of prompts, or of uses of tools, that it holds, in their order; `undefined`: it tells none. */
  readonly holds: readonly string[] | undefined;
}

/** Another session of the agent. */
export interface OtherSession {
  readonly id: string;
  /** Its turns by the agent's own ids of their prompts and uses of tools. */
  readonly turns: () => ReadonlyMap<string, number>;
}

/**
 * Finds where a conversation comes from: the first session that has any of what it holds names the last
 * turn that is in both, and the session where nobody else names one. `others`: the one that is named, then
 * the newest first.
 */
export function findFork({ named, holds }: ForkSigns, others: Iterable<OtherSession>): Fork {
  if (holds === undefined) return { parent: named ?? null };
  let isAsked = false;
  for (const { id, turns } of others) {
    const byName = turns();
    const last = holds.findLast((name) => byName.has(name));
    const sharedTurn = last === undefined ? undefined : byName.get(last);
    if (sharedTurn !== undefined) return { parent: named ?? id, sharedTurn };
    // Of turns without names nobody knows which are held.
    isAsked ||= id === named && byName.size > 0;
  }
  return { parent: named ?? null, ...(isAsked ? { sharedTurn: 0 } : {}) };
}
