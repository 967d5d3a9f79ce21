import type { AbsPath } from "@unf/core/base";
import type { Compression, Digest, FileSystem } from "@unf/core/ports";

/** The ports of packs. */
export interface PackPorts {
  readonly fs: FileSystem;
  /** The directory of all packs. Made by the first that is written. */
  readonly packsDirectory: AbsPath;
  /** Where damaged packs are moved. Made when it is first needed. */
  readonly lostPacks: AbsPath;
  readonly digest: Digest;
  readonly compression: Compression;
  /** A file name that was never given before, not even by another process. */
  readonly unique: () => string;
}

/** The ports of whoever writes packs. */
export interface PackWritingPorts extends PackPorts {
  /** The temporaries that this process is writing, by name: nobody's leftovers. */
  readonly writing: Set<string>;
}
