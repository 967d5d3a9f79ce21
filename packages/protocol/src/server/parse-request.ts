import { isObject, type JsonObject, member, parseJson, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { isMethod, type Method, parseParams, type Requests } from "../messages/requests.ts";
import { type ErrorReply, malformed, renderFailure, rpcCodes } from "../wire/error-codes.ts";
import { BadField, object } from "../wire/field.ts";

/** Id by which a client tells its requests apart. */
export type RequestId = string | number;

/** A request whose every field has been checked. */
export type ParsedRequest = {
  readonly [M in Method]: {
    readonly kind: "request";
    readonly id: RequestId;
    readonly method: M;
    readonly params: Requests[M]["params"];
  };
}[Method];

/**
 * A request that cannot be carried out, with the reply that says so. `id`: `null` when it could not
 * be read.
 */
export interface BadRequest {
  readonly kind: "bad";
  readonly id: RequestId | null;
  readonly error: ErrorReply;
}

const { idCharsMax, quotedCharsMax } = limits.socket;

/** Reads one line. Never throws; unknown members are passed over. */
export function parseRequest(line: string): ParsedRequest | BadRequest {
  const raw = parseJson(line);
  if (raw === undefined) return bad(null, rpcCodes.notJson, "the line is not JSON");
  if (!isObject(raw)) return bad(null, rpcCodes.notARequest, "a request is a JSON object");
  const id = member(raw, "id");
  if (!isRequestId(id)) {
    return bad(null, rpcCodes.notARequest, "id: must be a short string or a whole number");
  }
  if (member(raw, "jsonrpc") !== "2.0") {
    return bad(id, rpcCodes.notARequest, 'jsonrpc: must be "2.0"');
  }
  const method = member(raw, "method");
  if (typeof method !== "string") {
    return bad(id, rpcCodes.notARequest, "method: must be a string");
  }
  if (!isMethod(method)) {
    const quoted = JSON.stringify(method.slice(0, quotedCharsMax));
    return bad(id, rpcCodes.noSuchMethod, `there is no method ${quoted}`);
  }
  return parseCall(id, method, raw);
}

function parseCall(id: RequestId, method: Method, raw: JsonObject): ParsedRequest | BadRequest {
  const given = member(raw, "params");
  try {
    const params = parseParams(method, given === undefined ? {} : object(given, "params"));
    return { kind: "request", id, method, params } as ParsedRequest;
  } catch (thrown) {
    if (thrown instanceof BadField) return bad(id, rpcCodes.badParams, thrown.message);
    if (thrown instanceof UnfError) return { kind: "bad", id, error: renderFailure(thrown) };
    throw thrown;
  }
}

function isRequestId(id: unknown): id is RequestId {
  if (typeof id === "string") return id.length <= idCharsMax;
  return typeof id === "number" && Number.isSafeInteger(id);
}

function bad(id: RequestId | null, code: number, message: string): BadRequest {
  return { kind: "bad", id, error: malformed(code, message) };
}
