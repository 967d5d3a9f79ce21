import { type ErrorCode, exitCodes, isObject, member, UnfError } from "@unf/core/base";

/** The `error` member of a reply. `data.code` is an `ErrorCode` of core; the hint is for a person. */
export interface ErrorReply {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly code: string; readonly hint?: string };
}

/** Codes of JSON-RPC 2.0 for a request that could not be carried out as such. */
export const rpcCodes = {
  /** The line is no JSON, no UTF-8 or too long. The connection is closed. */
  notJson: -32700,
  notARequest: -32600,
  noSuchMethod: -32601,
  badParams: -32602,
  /** A bug in unf. */
  bug: -32603,
  /** Foreseen: `data.code` says what. */
  failed: -32000,
} as const;

/** The `error` member for a request that is not well formed. */
export function malformed(code: number, message: string): ErrorReply {
  return { code, message, data: { code: "usage" } };
}

/** The `error` member for a failure we foresaw. */
export function renderFailure({ code, message, hint }: UnfError): ErrorReply {
  const data = hint === undefined ? { code } : { code, hint };
  return { code: rpcCodes.failed, message, data };
}

/** The `error` member for a bug. Neither its text nor its stack leaves the daemon. */
export function renderBug(method: string): ErrorReply {
  return {
    code: rpcCodes.bug,
    message: `the daemon failed at "${method}": a bug in unf`,
    data: { code: "failed", hint: "its log says more: daemon.log in the store's logs directory" },
  };
}

/** Reads an `error` member as an error to throw here. */
export function parseFailure(raw: unknown): UnfError {
  const error = isObject(raw) ? raw : {};
  const rpcCode = member(error, "code");
  // Every request of ours is one that our own daemon takes.
  if (rpcCode === rpcCodes.noSuchMethod || rpcCode === rpcCodes.badParams) {
    const told = member(error, "message");
    const what = typeof told === "string" ? ` (${told.slice(0, 200)})` : "";
    const message = `the daemon that runs is of another version and does not take this${what}`;
    return new UnfError("refused", message, { hint: "unf restart" });
  }
  const data = member(error, "data");
  const { code, hint } = isObject(data)
    ? { code: member(data, "code"), hint: member(data, "hint") }
    : {};
  const message = member(error, "message");
  return new UnfError(
    isErrorCode(code) ? code : "failed",
    typeof message === "string" ? message : "the daemon failed and did not say how",
    typeof hint === "string" ? { hint } : {},
  );
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(exitCodes, code);
}
