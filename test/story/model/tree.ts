import { type Picture, readPicture } from "../../engine/stage.ts";

/** Everything on disk, whatever is recorded of it. */
export function readTree(root: string): Picture {
  return readPicture(root);
}

/** The bytes of what stands there; of a link its target. */
export function bytesOf(standing: string): Buffer {
  return Buffer.from(standing.slice(standing.startsWith("->") ? 3 : 5), "latin1");
}

export function isLink(standing: string): boolean {
  return standing.startsWith("->");
}

/**
 * The part of a tree that is to be recorded, by rules that are told here a second time: text of at most so many
 * bytes that `.gitignore` at the root does not name by `*.end`, `/name` or `directory/`.
 */
export function recordable(tree: Picture, fileBytesMax: number): Picture {
  const rules = tree[".gitignore"] === undefined ? [] : rulesOf(tree[".gitignore"]);
  const found = Object.entries(tree).filter(([path, standing]) => {
    if (rules.some((rule) => isNamed(path, rule))) return false;
    return isLink(standing) || isText(bytesOf(standing), fileBytesMax);
  });
  return Object.fromEntries(found);
}

function rulesOf(standing: string): string[] {
  return bytesOf(standing)
    .toString()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Whether a rule of an ignore file, of the few that stories write, means the path. */
export function isNamed(path: string, rule: string): boolean {
  const parts = path.split("/");
  if (rule.startsWith("*.")) return parts.some((part) => part.endsWith(rule.slice(1)));
  if (rule.startsWith("/")) return path === rule.slice(1) || path.startsWith(`${rule.slice(1)}/`);
  return parts.slice(0, -1).includes(rule.slice(0, -1));
}

function isText(bytes: Buffer, fileBytesMax: number): boolean {
  return bytes.length <= fileBytesMax && !bytes.includes(0);
}
