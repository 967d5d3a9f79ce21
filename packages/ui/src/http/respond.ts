import type { IncomingMessage, ServerResponse } from "node:http";
import { safetyHeaders } from "../base/headers.ts";
import { Refused } from "../base/host.ts";

/** Sends a whole answer; nothing where nobody waits for it any more. */
export function respond(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  more: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const length = String(typeof body === "string" ? Buffer.byteLength(body) : body.byteLength);
  response.writeHead(status, {
    ...safetyHeaders,
    "content-type": type,
    "content-length": length,
    ...more,
  });
  response.end(body);
}

export function respondJson(response: ServerResponse, status: number, value: object): void {
  respond(response, status, "application/json; charset=utf-8", toJson(value));
}

/** Lone surrogates, which names that are no UTF-8 have, become U+FFFD; the exact bytes stand beside. */
function toJson(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "string" && !inner.isWellFormed() ? inner.toWellFormed() : inner,
  );
}

/** The object in a request's body. Throws `Refused` for one that is too long, cut off, or no object. */
export async function readBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      if (bytes > bytesMax) throw new Refused(413, "usage", "the body is too long");
      pieces.push(piece);
    }
  } catch (thrown) {
    if (thrown instanceof Refused) throw thrown;
    throw new Refused(400, "usage", "the body was cut off");
  }
  return parseObject(Buffer.concat(pieces).toString("utf8"), "the body");
}

/** Throws `Refused`. */
export function parseObject(text: string, what: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below, together with JSON that is no object.
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refused(400, "usage", `${what} is no JSON object`);
  return value as Record<string, unknown>;
}
