import { isContent, type Step, UnfError } from "@unf/core";
import type { Ground } from "./ground.ts";

/** Room that is to be left on the project's disk. Unit: bytes. */
const roomLeft = 5 * 2 ** 20;

/** Throws `no_space` when the project's disk has no room for what the steps write beside what is there. */
export function requireRoom({ fs, root }: Ground, steps: readonly Step[]): void {
  const needed = steps.reduce((sum, { to }) => sum + (isContent(to) ? to.bytes : 0), roomLeft);
  const free = fs.freeBytes(root);
  if (free >= needed) return;
  throw new UnfError("no_space", `${needed} bytes are needed and ${free} are free`, {
    hint: "free some space on the project's disk and run the command again",
  });
}
