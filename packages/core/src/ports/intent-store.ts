import type { ChosenIntent } from "../intent/choose-intent.ts";
import type { Intent } from "../intent/intent.ts";

/** Which projects a home is to record, as it is written down there. */
export interface IntentStore {
  /** The intent that counts: the current file, else the one before it. */
  read(): ChosenIntent;
  /** Replaces the intent and keeps the one before it. Durable when it returns. */
  write(intent: Intent): void;
}
