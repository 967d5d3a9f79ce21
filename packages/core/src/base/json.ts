/** A JSON object as it came; a member that is not its own reads as absent. */
export type JsonObject = { readonly [name: string]: unknown };

/** True for an object that is neither `null` nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member, so that `constructor` and the like are found only when they were sent. */
export function member(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value of a JSON text; `undefined`, which no JSON text has, when it is not one, or nested too deep. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}
