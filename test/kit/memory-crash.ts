import type { CrashRules, DirectoryNode, FileNode, MemoryNode } from "./memory-nodes.ts";

const sectorBytes = 512;

/** Leaves of a tree in memory what a power cut leaves by the rules. */
export function crashTree(root: DirectoryNode, rules: CrashRules): void {
  const settled = new Set<MemoryNode>();
  findSettled(root, settled);
  crashDirectory(root, { rules, settled, placed: new Map() });
}

interface Crash {
  readonly rules: CrashRules;
  /** Entries that stand where they stood when that directory was made durable, and nowhere else. */
  readonly settled: ReadonlySet<MemoryNode>;
  readonly placed: Map<MemoryNode, number>;
}

function findSettled({ durable, entries }: DirectoryNode, settled: Set<MemoryNode>): void {
  for (const [name, node] of entries) {
    const isOne = node.kind === "directory" || node.nlink <= 1;
    if (isOne && durable.get(name) === node) settled.add(node);
    if (node.kind === "directory") findSettled(node, settled);
  }
}

/** A node that was moved stands in one place afterwards, never in two; one with links, in as many. */
function crashDirectory(directory: DirectoryNode, crash: Crash): void {
  const { rules, settled, placed } = crash;
  const left = new Map<string, MemoryNode>();
  const { durable, entries } = directory;
  for (const name of new Set([...durable.keys(), ...entries.keys()])) {
    const before = durable.get(name);
    const now = entries.get(name);
    // A rename is whole or not at all: where the new name is durable, so is the end of the old one.
    const isMoved = before !== undefined && before !== now && settled.has(before);
    const entry = before === now || (!rules.keep() && !isMoved) ? before : now;
    if (entry === undefined) continue;
    const times = placed.get(entry) ?? 0;
    if (times >= (entry.kind === "directory" ? 1 : Math.max(1, entry.nlink))) continue;
    placed.set(entry, times + 1);
    left.set(name, entry);
    if (times > 0) continue;
    if (entry.kind === "directory") crashDirectory(entry, crash);
    else crashFile(entry, rules);
  }
  directory.entries = left;
  directory.durable = left;
}

function crashFile(node: FileNode, rules: CrashRules): void {
  const { durable, unsynced } = node;
  let kept = durable ?? { bytes: empty, mtimeNs: node.mtimeNs, ctimeNs: node.ctimeNs };
  for (const next of unsynced) {
    if (rules.keep()) {
      kept = next;
      continue;
    }
    kept = { ...kept, bytes: tear(kept.bytes, next.bytes, rules) };
    break;
  }
  node.durable = kept;
  node.unsynced = [];
  // A `chmod` after the write has a later ctime, which the node alone knows.
  const isWhole = kept === unsynced.at(-1) || unsynced.length === 0;
  node.bytes = kept.bytes;
  if (isWhole || rules.keepStamps?.() === true) return;
  node.mtimeNs = kept.mtimeNs;
  node.ctimeNs = kept.ctimeNs;
}

/** The part that is there of a write that the power cut short: whole sectors, from its beginning. */
function tear(before: Uint8Array, next: Uint8Array, rules: CrashRules): Uint8Array {
  const whole = Math.floor(next.length / sectorBytes);
  const written = (rules.tear?.(whole) ?? 0) * sectorBytes;
  if (written === 0) return before;
  if (before.length !== next.length) return next.slice(0, Math.max(written, 0));
  const torn = before.slice();
  torn.set(next.subarray(0, written));
  return torn;
}

const empty = new Uint8Array(0);
