import { type AbsPath, asStorageError, encodeUtf8, systemCode, UnfError } from "@unf/core/base";
import { intentPath, previousIntentPath } from "@unf/core/home";
import {
  type ChosenIntent,
  chooseIntent,
  type FoundIntent,
  type Intent,
  parseIntent,
  renderIntent,
} from "@unf/core/intent";
import { atomicReplace } from "../disk/atomic-replace.ts";
import { readText } from "../disk/read-text.ts";

/**
 * Reads the intent that counts: the current file, else the one before it. A file that cannot be read
 * counts as damaged, so that history stays readable and what was recorded goes on being recorded.
 */
export function readIntent(home: AbsPath): ChosenIntent {
  return chooseIntent(
    readFound(intentPath(home), damaged),
    readFound(previousIntentPath(home), damaged),
  );
}

/** The intent, for a caller that cannot go on without one. Throws `failed`, `newer_store`. */
export function requireIntent(home: AbsPath): Intent {
  const chosen = chooseIntent(
    readFound(intentPath(home), refuse),
    readFound(previousIntentPath(home), refuse),
  );
  if (chosen.kind === "known") return chosen.intent;
  if (chosen.kind === "newer") {
    throw new UnfError("newer_store", `intent.json has format ${chosen.format} of a later unf`, {
      hint: "update unf",
    });
  }
  throw new UnfError("store_damaged", `neither intent file can be read (${chosen.why})`, {
    hint: `move intent.json and intent.prev.json in ${home} aside, then: unf watch DIR`,
  });
}

/**
 * Replaces the intent and keeps the one before it. Durable when it returns. Refuses to write over
 * files that could not be read: what they asked for would be forgotten.
 */
export function writeIntent(home: AbsPath, intent: Intent): void {
  const before = requireIntent(home);
  if (before === intent) return;
  try {
    atomicReplace(previousIntentPath(home), encodeUtf8(renderIntent(before)), 0o600);
    atomicReplace(intentPath(home), encodeUtf8(renderIntent(intent)), 0o600);
  } catch (thrown) {
    throw asStorageError(thrown, intentPath(home));
  }
}

type OnUnreadable = (path: AbsPath, code: string, cause: unknown) => FoundIntent;

function readFound(path: AbsPath, onUnreadable: OnUnreadable): FoundIntent {
  try {
    const text = readText(path);
    return text === undefined ? { kind: "absent" } : parseIntent(text);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    return onUnreadable(path, code, thrown);
  }
}

function damaged(_path: AbsPath, code: string): FoundIntent {
  return { kind: "damaged", why: `the file cannot be read (${code})` };
}

/** A writer must not take an older intent for the newest: the failure may pass. */
function refuse(path: AbsPath, code: string, cause: unknown): FoundIntent {
  throw new UnfError("failed", `cannot read ${path} (${code})`, { cause });
}
