import { planMask } from "@unf/core";

/** What a person told an agent, with what looks like a secret masked. */
export function maskPrompt(text: string): string {
  const lines = text.split("\n");
  const mask = planMask("prompt", lines);
  return lines.map((_, index) => mask(index)).join("\n");
}
