import { encodeUtf8, UnfError } from "@unf/core/base";
import type * as Public from "./public.ts";

/**
 * The caller's own copy of what a tree holds right now, so that what is changed later is not in it.
 * Throws `usage` for what is no tree of texts and bytes.
 */
export function copyTree(tree: Public.Tree): Map<string, Uint8Array> {
  // Most of all a tree that is missing is not one without files.
  const isTree = typeof tree === "object" && tree !== null && !(Symbol.iterator in tree);
  if (!(tree instanceof Map) && !isTree) {
    throw new UnfError("usage", "a tree is a Map or an object of contents by path");
  }
  const entries: Iterable<[string, unknown]> = tree instanceof Map ? tree : Object.entries(tree);
  const copy = new Map<string, Uint8Array>();
  for (const [path, content] of entries) copy.set(readPath(path), copyContent(path, content));
  return copy;
}

function readPath(path: unknown): string {
  if (typeof path === "string") return path;
  throw new UnfError("usage", "a path of a tree is a text");
}

function copyContent(path: string, content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return new Uint8Array(content);
  if (typeof content !== "string") {
    throw new UnfError("usage", `${quote(path)} is neither text nor a Uint8Array`);
  }
  if (content.isWellFormed()) return encodeUtf8(content);
  throw new UnfError("usage", `${quote(path)} is a text that UTF-8 cannot hold`, {
    hint: "give it as a Uint8Array",
  });
}

function quote(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}
