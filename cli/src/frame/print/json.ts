import type { Json, JsonObject } from "./answer.ts";

/** One line of valid JSON. Lone surrogates become U+FFFD, so that strict parsers take it. */
export function renderJson(value: JsonObject): string {
  return JSON.stringify(value, (_, inner: Json | undefined) => {
    if (typeof inner === "string" && !inner.isWellFormed()) return inner.toWellFormed();
    return inner;
  });
}
