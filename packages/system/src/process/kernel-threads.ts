import { readStat } from "./process-facts.ts";

/**
 * The process that all threads of the kernel are below; -1, which nobody is, where they are not seen. In
 * a container and beside a virtual machine's own first process somebody else may have its number.
 */
export function readKernelParent(): number {
  return readStat(kthreadd)?.name === "kthreadd" ? kthreadd : -1;
}

/** It is started second. */
const kthreadd = 2;
