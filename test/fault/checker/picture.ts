import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { digest } from "@unf/system/digest";

/** The entry at each path below a directory: its kind, its mode, and its content's digest. */
export type Picture = Readonly<Record<string, string>>;

/** Reads a whole tree, empty directories included, through no link. */
export function readPicture(root: string, below = ""): Picture {
  const entries: [string, string][] = [];
  for (const name of readdirSync(join(root, below)).sort()) {
    const path = below === "" ? name : `${below}/${name}`;
    const stat = lstatSync(join(root, path));
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isDirectory()) {
      entries.push([path, `directory ${mode}`], ...Object.entries(readPicture(root, path)));
    } else if (stat.isSymbolicLink()) {
      entries.push([path, `link ${digest(readlinkSync(join(root, path), "buffer"))}`]);
    } else if (!stat.isFile()) {
      entries.push([path, "special"]);
    } else {
      entries.push([path, `file ${mode} ${digest(readFileSync(join(root, path)))}`]);
    }
  }
  return Object.fromEntries(entries);
}

/** The digest of what stands at each file and link of a picture. */
export function contentsOf(picture: Picture): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const [path, entry] of Object.entries(picture)) {
    const [kind, ...facts] = entry.split(" ");
    const hash = facts.at(-1);
    if (hash !== undefined && kind !== "directory") contents.set(path, hash);
  }
  return contents;
}

/** The paths at which two pictures differ, each with what stands there instead. */
export function comparePictures(now: Picture, wanted: Picture): string[] {
  const paths = new Set([...Object.keys(now), ...Object.keys(wanted)]);
  return [...paths]
    .filter((path) => now[path] !== wanted[path])
    .map((path) => `${path} is ${now[path] ?? "absent"}, not ${wanted[path] ?? "absent"}`);
}
