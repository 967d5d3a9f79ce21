import { planMask } from "@unf/core/mask";
import { escapeForDisplay } from "@unf/core/query";

/** A person's words to an agent, or of a checkpoint, with what looks like a secret masked. */
export function maskPrompt(text: string): string {
  const lines = text.split("\n");
  const mask = planMask("prompt", lines);
  return lines.map((_, index) => mask(index)).join("\n");
}

/**
 * A name, or a word of a command, with keys of known shape masked. No more than these: it is typed
 * again, and "token: parser" is a good name.
 */
export function maskName(name: string): string {
  return planMask("name", [name], "certain")(0);
}

/** How a prompt is called, in quotes and for the eyes; empty where it has no name. */
export function quotedLabel(label: string | null): string {
  return label === null || label === "" ? "" : `"${escapeForDisplay(maskPrompt(label))}"`;
}
