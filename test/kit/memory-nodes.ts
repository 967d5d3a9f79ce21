/** A file's content at one time, with the stamps it had then. */
export interface FileVersion {
  readonly bytes: Uint8Array;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

export interface NodeFacts {
  ino: bigint;
  mode: number;
  mtimeNs: bigint;
  ctimeNs: bigint;
}
export interface FileNode extends NodeFacts {
  readonly kind: "file" | "link" | "special";
  bytes: Uint8Array;
  nlink: number;
  /** The version that a crash leaves; `undefined` before the first sync. */
  durable: FileVersion | undefined;
  /** Versions written since, in order. The last one is what the file holds. */
  unsynced: FileVersion[];
}
export interface DirectoryNode extends NodeFacts {
  readonly kind: "directory";
  entries: Map<string, MemoryNode>;
  /** The entries that a crash leaves. The same map as `entries` while both are equal. */
  durable: Map<string, MemoryNode>;
}
export type MemoryNode = FileNode | DirectoryNode;

/** How a power cut treats what was not synced. */
export interface CrashRules {
  /** Asked for each unsynced change, for the writes of one file in their order. True saves it. */
  readonly keep: () => boolean;
  /** How many whole sectors of 512 bytes of the first lost write reached the disk all the same. */
  readonly tear?: (sectors: number) => number;
  /** True when a file that lost content keeps the stamps of what it lost. */
  readonly keepStamps?: () => boolean;
}
