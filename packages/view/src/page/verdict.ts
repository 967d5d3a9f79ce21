/** How it stands with what is recorded, as far as it is known. */
export interface Standing {
  /** False of one that is not recorded is enough. */
  readonly isRecording: boolean;
  readonly openGaps: number;
  /** Null while they are being made. */
  readonly checks: readonly { readonly state: "ok" | "warn" | "fail" }[] | null;
}

export interface Verdict {
  readonly state: "good" | "unsure" | "bad" | "wait";
  /** Things to look at. */
  readonly troubles: number;
}

/** Whether it is safe, in a word: recording comes before all, then failures, then warnings and gaps. */
export function judgeSafety({ isRecording, openGaps, checks }: Standing): Verdict {
  const failed = (checks ?? []).filter(({ state }) => state === "fail").length;
  const warned = (checks ?? []).filter(({ state }) => state === "warn").length;
  const troubles = (isRecording ? 0 : 1) + openGaps + failed + warned;
  if (!isRecording || failed > 0) return { state: "bad", troubles };
  if (troubles > 0) return { state: "unsure", troubles };
  return { state: checks === null ? "wait" : "good", troubles };
}
