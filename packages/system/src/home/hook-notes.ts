import {
  type AbsPath,
  asStorageError,
  encodeUtf8,
  isObject,
  type JsonObject,
  parseJson,
} from "@unf/core/base";
import { hookNotePath } from "@unf/core/home";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { removeAll } from "../disk/base/writes.ts";
import { readText } from "../disk/read-text.ts";

/** A home's record of hooks that name a program (docs/format/home.md). */
export interface HookNote {
  /** The machine: another one that sees the same home has other paths. */
  readonly host: string;
  readonly files: readonly HookFile[];
  /** Directories that were made for them; absent where nobody remembered. */
  readonly made?: readonly AbsPath[];
}

/** A settings file with hooks of ours, and what they start. */
export interface HookFile {
  readonly agent: string;
  readonly file: AbsPath;
  readonly node: string;
  readonly program: string;
  /** Of the unf that wrote them. */
  readonly version: string;
}

/** `undefined` where the home remembers none, or nothing that makes sense. */
export function readHookNote(home: AbsPath): HookNote | undefined {
  const raw = parseJson(readText(hookNotePath(home)) ?? "");
  if (!isObject(raw) || raw.format !== 1) return undefined;
  const { host, files, made } = raw;
  if (typeof host !== "string" || !Array.isArray(files)) return undefined;
  const known = { host, files: files.filter(isObject).flatMap(readFile) };
  if (!Array.isArray(made)) return known;
  return { ...known, made: made.filter((path) => typeof path === "string") as AbsPath[] };
}

function readFile({ agent, file, node, program, version }: JsonObject): readonly HookFile[] {
  if (typeof agent !== "string" || typeof file !== "string" || typeof node !== "string") return [];
  if (typeof program !== "string" || typeof version !== "string") return [];
  return [{ agent, file: file as AbsPath, node, program, version }];
}

/** Durable when it returns; without any file or directory there is no note. Throws `no_space`, `failed`. */
export function writeHookNote(home: AbsPath, note: HookNote): void {
  const path = hookNotePath(home);
  try {
    if (note.files.length === 0 && (note.made ?? []).length === 0) removeAll(path);
    else
      atomicReplace(
        path,
        encodeUtf8(`${JSON.stringify({ format: 1, ...note }, null, 2)}\n`),
        0o600,
      );
  } catch (thrown) {
    throw asStorageError(thrown, path);
  }
}
