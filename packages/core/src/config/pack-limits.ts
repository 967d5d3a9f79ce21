import { day, MiB, minute, second } from "./units.ts";

/** Packs of old contents. */
export const packLimits = {
  /** Rewriting one takes seconds; a home at its cap has some hundred of them. Unit: of the file. */
  bytesMax: 16 * MiB,
  /** The index of so many is read in one go where every digest is asked for: 1.3 MB. */
  entriesMax: 32_768,
  /**
   * Reading one takes 1 ms each MiB, and its digest 1.6 ms: a larger content would take 10 ms on a
   * machine that has other work, too. It stays an object.
   */
  contentBytesMax: 2 * MiB,
  /** Contents that must be expanded to read one: each takes some 30 µs, whatever its size. */
  depthMax: 32,
  /** The same in bytes of all of them. More saves space only where contents have hundreds of KiB. */
  pathBytesMax: 2.5 * MiB,
  /** Chains that a reader follows: four times what is written, and what earlier programs wrote. */
  readDepthMax: 128,
  readBytesMax: 15 * MiB,
  /** A content that a row of the last week names is still compared, shown and restored. */
  coldMs: 7 * day,
  /** An object written later than this ago is left alone. */
  graceMs: 60 * minute,
  /** Fewer contents than this are not worth a pack, unless they have as many bytes as the other. */
  countMin: 100,
  contentBytesMin: 1 * MiB,
  /** After each slice of packing: half of a core is left to everything else. */
  restMs: 8,
  /** The same while something is recorded: a quarter of a core, until what was begun is finished. */
  busyRestMs: 24,
  /** No row for so long, and packing goes on. */
  quietMs: 30 * second,
  /** Digests that a process keeps of what stands in packs, four bytes each; of more packs it reads. */
  keptMax: 4 * 1024 * 1024,
  /** Packs below a quarter of the full size are merged when there are so many of them. */
  mergeMin: 4,
} as const;
