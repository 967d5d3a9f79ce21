import { isObject, type JsonObject, member, parseJson } from "@unf/core/base";
import { limits } from "@unf/core/config";

/** The first of the named members that is a text with something in it. */
export function textField(object: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = member(object, name);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The first of the named members that names something, made fit to be kept: one short line. */
export function idField(object: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = member(object, name);
    const id = typeof value === "string" || typeof value === "number" ? cleanId(`${value}`) : "";
    if (id !== "") return id;
  }
  return undefined;
}

/** `text` as a name: without control characters and of bounded length. */
export function cleanId(text: string): string {
  const shown = text.slice(0, 2 * limits.agents.idCharsMax).replace(/\p{Cc}/gu, "");
  return shown.trim().slice(0, limits.agents.idCharsMax).toWellFormed();
}

/** The first of the named members that is an object, or the JSON text of one. */
export function objectField(object: JsonObject, names: readonly string[]): JsonObject | undefined {
  for (const name of names) {
    const value = member(object, name);
    const parsed = typeof value === "string" && value.startsWith("{") ? parseJson(value) : value;
    if (isObject(parsed)) return parsed;
  }
  return undefined;
}

/** The objects in a member that is a list; none when it is not one. */
export function objectsField(object: JsonObject, name: string): readonly JsonObject[] {
  const value = member(object, name);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The first of the named members that is a list, if it holds nothing but texts. */
export function textsField(
  object: JsonObject,
  names: readonly string[],
): readonly string[] | undefined {
  for (const name of names) {
    const value = member(object, name);
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  }
  return undefined;
}
