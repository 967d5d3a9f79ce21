import { decodeBase64, decodePath, encodeBase64, encodePath } from "@unf/core/base";

/** A path as questions and orders take it: where it is not UTF-8, by its bytes. */
export type PathWord = string | { readonly root: string; readonly path_b64: string };

/** A path of a project: the server does not stand in it. */
export function pathIn(root: string, path: string): PathWord {
  if (!path.isWellFormed()) return { root, path_b64: encodeBase64(encodePath(path)) };
  return `${root.replace(/\/$/, "")}/${path}`;
}

const names = ["path", "renamed_from"] as const;

/**
 * The answer with each path that is not UTF-8 as the program holds it, in which every byte of it is told, instead
 * of the text that stands for it and its bytes beside: so no two files have one name here.
 */
export function withExactPaths(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExactPaths);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, one]) => [name, withExactPaths(one)]);
  const exact: Record<string, unknown> = Object.fromEntries(fields);
  for (const name of names) {
    const base64 = exact[`${name}_b64`];
    const bytes = typeof base64 === "string" ? decodeBase64(base64) : undefined;
    if (bytes !== undefined) exact[name] = decodePath(bytes);
  }
  return exact;
}
