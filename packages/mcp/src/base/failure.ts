import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";

/** An argument that no call may have: the protocol's own error, with a short text. */
export function badArgument(why: string): McpError {
  return new McpError(ErrorCode.InvalidParams, why);
}

/** A call that was understood and could not be done: an agent reads it as the tool's result. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  /** A code of docs/errors.md. */
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
