import type { AbsPath, ProjectId, WallMs } from "@unf/core/base";
import type { Digest, FileSystem } from "@unf/core/ports";
import type { ParsedTime, TimeFacts, Zone } from "@unf/core/time";
import type { Check } from "./examination.ts";
import type { HomeReader } from "./history.ts";
import type { HomeAccess } from "./home-access.ts";

/**
 * The one who asks: a command, a tool of an agent, a page. All that an answer depends on besides
 * the question and the history.
 */
export interface Asker {
  now(): WallMs;
  /** The zone that local times are meant and shown in. */
  readonly zone: Zone;
  /** The directory that relative paths are meant in, canonical. Throws `failed` when it was deleted. */
  cwd(): AbsPath;
  /** The word that names the project; `undefined`: the one around the paths or the directory is meant. */
  readonly projectWord: string | undefined;
  /** The same where this very question names it: a command that is proposed names it, too. */
  readonly namedProject: string | undefined;
  /** The home directory of the person, which texts shorten to `~`. */
  readonly userHome: string | undefined;
  /** The path with every link on it followed; `undefined` when nothing is there. */
  canonical(path: AbsPath): AbsPath | undefined;
  /** Reads English that our own grammar does not know, such as `last friday`. */
  naturalTime(input: string, facts: TimeFacts): Promise<ParsedTime>;
  /** Opens the home; it stays open until the answer was given. Reading it needs no daemon. */
  openHome(): Promise<OpenHome>;
  /** The disk, for files that may be changing. */
  fileSystem(): Promise<FileSystem>;
  /** BLAKE3. Loaded when it is asked for: most questions need none. */
  digest(): Promise<Digest>;
  /**
   * Output of a program; `undefined` when it is not there, fails, says too much, or takes too long.
   */
  askProgram(argv: readonly string[], bounds: ProgramBounds): Promise<Uint8Array | undefined>;
  /** For work that may never end by itself, such as a regular expression over a hostile text. */
  openTimeKeeper(): Promise<RunWithin>;
  /** How it stands with the hooks of agents; absent: they are not looked at. */
  checkHooks?(): Promise<readonly Check[]>;
  /**
   * Lets others work in the middle of a long answer, and throws `interrupted` where nobody waits for
   * it any more; absent: whoever asks waits for the whole of it.
   */
  breathe?(): Promise<void>;
  /** Says something that a script does not need. */
  note(text: string): void;
  warn(text: string): void;
  /** Wants each thing named, where else their number is said. */
  readonly isVerbose?: boolean;
  /** Hears which project the answer is about. */
  concerns(project: ConcernedProject): void;
  /** Keeps a resource open until the answer was given, which may read from it. */
  own<R extends Disposable>(resource: R): R;
}

/** Bounds on another program that is only asked something. */
export interface ProgramBounds {
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Of its output; with more of it there is no answer. */
  readonly bytesMax: number;
}

/** Carries out work and returns true, or cuts it off after so many milliseconds and returns false. */
export type RunWithin = (msMax: number, work: () => void) => boolean;

/** The project that an answer is about. */
export interface ConcernedProject {
  readonly id: ProjectId;
  readonly root: AbsPath;
  /** When a recorder closed it in order, where one did. */
  readonly recordedUntil: WallMs | undefined;
}

/** An open home. */
export interface OpenHome {
  readonly wiring: HomeAccess;
  readonly reader: HomeReader;
}
