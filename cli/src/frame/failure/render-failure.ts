import type { ErrorAnswer } from "@unf/answers";
import { escapeForDisplay } from "@unf/core/query";
import { renderJson } from "../print/json.ts";
import type { Failure } from "./failure.ts";

/** A failure as stderr shows it: two lines for a person, one document for a script. */
export function renderFailure(
  failure: Failure,
  { isMachine, stack }: { readonly isMachine: boolean; readonly stack: string | undefined },
): string {
  const { code, exit, message, hint } = failure;
  if (isMachine) {
    const answer: ErrorAnswer = { code, exit, message, ...(hint === undefined ? {} : { hint }) };
    return `${renderJson({ schema: "unf.error/1", ...answer })}\n`;
  }
  const lines = [`unf: ${shown(message)}`];
  if (hint !== undefined) lines.push(`hint: ${shown(hint)}`);
  if (stack !== undefined) lines.push(stack);
  return `${lines.join("\n")}\n`;
}

/** Words of the command line may be as long as the system lets them; a message is one line to read. */
const longest = 1000;

function shown(text: string): string {
  return escapeForDisplay(text.length > longest ? `${text.slice(0, longest)}...` : text);
}
