import { type AbsPath, encodeUtf8, isObject, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { sizeNotesPath } from "@unf/core/home";
import { formatUtc, parseUtc } from "@unf/core/time";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { readJson } from "../disk/read-json.ts";

/** Files, and what they take on the disk. */
export interface Measured {
  readonly files: number;
  readonly bytes: number;
}

/** The bytes of a directory's files, and the directory's change time then. Unit: ns, in digits. */
interface SizeNote extends Measured {
  readonly changedNs: string;
}

/**
 * The sizes of the directories of objects at the last look. Objects are never written in their
 * place, so that a directory which has the same change time still has the same files of the same sizes.
 * Once a day nothing of it is believed.
 */
export class SizeNotes {
  readonly #home: AbsPath;
  #notes: ReadonlyMap<string, SizeNote>;
  #next = new Map<string, SizeNote>();
  #wholeAt: WallMs | undefined;
  #walkBeganAt = 0 as WallMs;
  #isKept = true;

  /** Reads what an earlier process noted; what makes no sense is looked at anew. */
  constructor(home: AbsPath) {
    this.#home = home;
    const { whole_at, directories } = readJson(sizeNotesPath(home)) ?? {};
    this.#wholeAt = typeof whole_at === "string" ? parseUtc(whole_at) : undefined;
    this.#notes = parseNotes(directories);
  }

  /** A walk through the home begins. */
  begin(now: WallMs): void {
    this.#walkBeganAt = now;
    this.#next = new Map();
    const wholeAt = this.#wholeAt;
    if (wholeAt !== undefined && wholeAt <= now && now - wholeAt < limits.cap.wholeMs) return;
    this.#wholeAt = now;
    this.#notes = new Map();
    this.#isKept = false;
  }

  /** The contents of the directory, if it has not changed since. */
  find(directory: string, changedNs: bigint): Measured | undefined {
    const note = this.#notes.get(directory);
    if (note === undefined || note.changedNs !== String(changedNs)) return undefined;
    this.#next.set(directory, note);
    return note;
  }

  /** `changedNs`: from before it was listed. */
  note(directory: string, changedNs: bigint, { files, bytes }: Measured): void {
    this.#isKept = false;
    // A change that comes right after another may have the same time.
    const isOld = Number(changedNs / 1_000_000n) + limits.cap.settledMs < this.#walkBeganAt;
    if (isOld) this.#next.set(directory, { changedNs: String(changedNs), files, bytes });
  }

  /** Ends a walk that came to its end, and keeps what it found for the next process. */
  end(): void {
    this.#notes = this.#next;
    if (this.#isKept || this.#wholeAt === undefined) return;
    const directories = Object.fromEntries(
      [...this.#notes].map(([name, note]) => [name, [note.changedNs, note.files, note.bytes]]),
    );
    const text = JSON.stringify({ format: 1, whole_at: formatUtc(this.#wholeAt), directories });
    atomicReplace(sizeNotesPath(this.#home), encodeUtf8(`${text}\n`), 0o600);
    this.#isKept = true;
  }
}

function parseNotes(raw: unknown): ReadonlyMap<string, SizeNote> {
  const notes = new Map<string, SizeNote>();
  for (const [name, note] of isObject(raw) ? Object.entries(raw) : []) {
    const [changedNs, files, bytes] = Array.isArray(note) ? (note as unknown[]) : [];
    if (typeof changedNs !== "string" || !isCount(files) || !isCount(bytes)) return new Map();
    notes.set(name, { changedNs, files, bytes });
  }
  return notes;
}

function isCount(raw: unknown): raw is number {
  return typeof raw === "number" && Number.isSafeInteger(raw) && raw >= 0;
}
