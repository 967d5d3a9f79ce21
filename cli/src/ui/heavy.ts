import type { Questions } from "@unf/answers";

/** Questions that read the whole history, or examine the machine. */
const heavy = ["doctor", "du", "prune", "search"] as const satisfies (keyof Questions)[];

export type Heavy = (typeof heavy)[number];

export function isHeavy(name: string): name is Heavy {
  return (heavy as readonly string[]).includes(name);
}
