import { emptyIntent, type Intent } from "./intent.ts";
import type { ParsedIntent } from "./intent-file.ts";

/** One of the two intent files as found. */
export type FoundIntent = ParsedIntent | { readonly kind: "absent" };

/** The intent that counts, or why none can be known. */
export type ChosenIntent =
  /** `warning`: one line, when the current file was not usable and the one before it was taken. */
  | { readonly kind: "known"; readonly intent: Intent; readonly warning?: string }
  /** Neither file can be read. What runs must keep running, and neither may be overwritten. */
  | { readonly kind: "unknown"; readonly why: string }
  | { readonly kind: "newer"; readonly format: number };

/**
 * Decides between `intent.json` and `intent.prev.json`. Only when both are absent is there nothing
 * to watch; the loss of the current file alone is an accident.
 */
export function chooseIntent(current: FoundIntent, previous: FoundIntent): ChosenIntent {
  if (current.kind === "newer") return current;
  if (current.kind === "ok") return { kind: "known", intent: current.intent };
  if (previous.kind === "newer") return previous;
  const why = current.kind === "absent" ? "the file is gone" : current.why;
  if (previous.kind === "ok") {
    return {
      kind: "known",
      intent: previous.intent,
      warning: `intent.json: ${why}; using intent.prev.json`,
    };
  }
  if (current.kind === "absent" && previous.kind === "absent") {
    return { kind: "known", intent: emptyIntent };
  }
  const also = previous.kind === "absent" ? "the file is gone" : previous.why;
  return { kind: "unknown", why: `intent.json: ${why}; intent.prev.json: ${also}` };
}
