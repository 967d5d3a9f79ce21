import type { AbsPath, WallMs } from "../base/brand.ts";
import type { ProcessMark } from "./writer-probe.ts";

/** Bytes that a process has written since it was started, as the kernel counts it. Unit: bytes. */
export interface WrittenBytes {
  /** Handed to the system for whatever it was: files, terminals and pipes. */
  readonly handed: number;
  /** In pages of files on disks, however they were changed: what is mapped or spliced, too. */
  readonly paged: number;
}

/** A process below another, at the moment of a look. */
export interface TreeProcess extends ProcessMark {
  /** The program's name, cut to 15 bytes. */
  readonly name: string;
  /** When it was started, to 10 ms. */
  readonly bornAt: WallMs;
  /** It has ended, and its parent has not noticed yet. */
  readonly hasEnded: boolean;
  /** Grows whenever a child of it has ended and it has noticed. */
  readonly endings: number;
  /** How long its threads have run; 0 where the system does not tell. Unit: nanoseconds. */
  readonly ranNs: number;
  /** With that of its children which have ended and were waited for; left out where it is hidden. */
  readonly bytes?: WrittenBytes;
}

/** One look at a process and all that is below it. */
export interface TreeReading {
  /** The look began and ended then. */
  readonly from: WallMs;
  readonly to: WallMs;
  /** As in `TreeProcess`, of the process itself, when the look began and when it ended. */
  readonly endingsBefore: number;
  readonly endingsAfter: number;
  /** All that is below it but the hooks that it calls, and those of `lost` that live. */
  readonly below: readonly TreeProcess[];
  /**
   * Bytes of its children that have ended and were waited for: at least and at most, because its
   * own threads, which are left out, write meanwhile. Left out where that is hidden.
   */
  readonly reaped?: {
    readonly least: WrittenBytes;
    readonly most: WrittenBytes;
  };
  /** At its end the look found the same processes: nobody's bytes are missing or counted twice. */
  readonly isSteady: boolean;
}

/**
 * The price that a writer of a file is sure to pay: `all`, bytes and pages; `bytes`, but changed
 * pages are not counted; `nothing`, where files may share their pages.
 */
export type WriteCharges = "all" | "bytes" | "nothing";

/** When a file was made, and the number of its inode. */
export interface FileBirth {
  readonly ino: bigint;
  readonly bornAt: number;
}

/** The file system's account of what writers pay. */
export interface ChargedFiles {
  chargesOf(root: AbsPath): WriteCharges;
  /** `undefined` when it is gone, or the system does not tell. */
  birthOf(path: AbsPath): FileBirth | undefined;
}

/** A process of nobody's tree, at the moment of a look. */
export interface OtherProcess extends ProcessMark {
  /** When it was started, to 10 ms. */
  readonly bornAt: WallMs;
  /** With that of its children which have ended and were waited for. */
  readonly bytes: WrittenBytes;
  /**
   * Something shows that it has to do with the project: it stands there, was told a name there, holds
   * a file of it open or watches it for changes.
   */
  readonly isNear: boolean;
  /** A person works with it line by line, so that it may write anything: also less than a whole file. */
  readonly hasTerminal: boolean;
  /** How long its main thread has run; 0 where it is not near. Unit: nanoseconds. */
  readonly ranNs: number;
  /** Grows when a program that it started has ended; 0 where it is not near or has no terminal. */
  readonly endings: number;
}

/** One look at those who work beside the agents. */
export interface OthersReading {
  readonly from: WallMs;
  readonly to: WallMs;
  readonly processes: readonly OtherProcess[];
}

/** Asks the system for processes outside the trees of agents. */
export interface OtherProcesses {
  /**
   * All that let themselves be looked at, but the recorder's own, those that share an agent's terminal,
   * and who was below one of `agents` when it was first seen, or is among `below`.
   */
  read(root: AbsPath, agents: readonly ProcessMark[], below: readonly ProcessMark[]): OthersReading;
  /** Files that the process holds open; empty when it is gone, or does not let itself be looked at. */
  openFiles(process: ProcessMark): readonly string[];
}
