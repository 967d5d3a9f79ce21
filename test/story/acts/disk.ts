import * as disk from "node:fs";
import { dirname, join } from "node:path";
import type { Scene } from "../scene.ts";

const directories = ["", "src/", "src/lib/", "docs/"];
const names = ["a.txt", "b.md", "c.ts", "d.txt"];

/** A path where a file may come to stand. */
export function somewhere({ random, model }: Scene): string {
  for (;;) {
    const path = `${random.pick(directories)}${random.pick(names)}`;
    if (!model.announced.has(path)) return path;
  }
}

/** Of the files on disk one; `undefined` when there is none. */
export function someFile({ random, stage, model }: Scene): string | undefined {
  const found = listFiles(stage.root).filter((path) => {
    return path !== ".gitignore" && !model.announced.has(path);
  });
  return found.length === 0 ? undefined : random.pick(found);
}

/** Every regular file, in order; not through links, which the recursive listing of Node follows. */
export function listFiles(root: string): string[] {
  const below = (directory: string): string[] =>
    disk.readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? below(path) : entry.isFile() ? [path] : [];
    });
  return below("").sort();
}

/** Makes room for a file: what stands in its way is removed, as by hand. False where it cannot be. */
export function makeWay(root: string, path: string): void {
  for (let above = dirname(path); above !== "."; above = dirname(above)) {
    const stat = disk.lstatSync(join(root, above), { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isDirectory()) disk.rmSync(join(root, above));
  }
  disk.mkdirSync(dirname(join(root, path)), { recursive: true });
  const stat = disk.lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stat?.isDirectory() === true || stat?.isSymbolicLink() === true)
    disk.rmSync(join(root, path), { recursive: true });
}

/** The lines of a text file; none where there is no such file. */
export function linesOf(root: string, path: string): string[] {
  const stat = disk.lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return [];
  const bytes = disk.readFileSync(join(root, path));
  if (bytes.includes(0) || bytes.length > 3000) return [];
  return bytes
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "");
}

/** Changes a line, puts one in or takes one out; what is new begins with who did it. */
export function editLines(scene: Scene, path: string, who: "person" | "agent"): string {
  const { random, model, stage } = scene;
  const lines = linesOf(stage.root, path);
  if (lines.length === 0) {
    return [1, 2, 3, 4].map(() => `${model.word(who)}\n`).join("");
  }
  const at = random.below(lines.length);
  const how = lines.length > 40 ? "change" : random.pick(["change", "insert", "append"] as const);
  if (how === "change") lines[at] = model.word(who);
  else if (how === "insert") lines.splice(at, 0, model.word(who));
  else lines.push(model.word(who));
  return `${lines.join("\n")}\n`;
}

/** Saves in place, or as editors do it: a temporary that is renamed. */
export function saveFile(root: string, path: string, text: string | Buffer, renames = false): void {
  makeWay(root, path);
  const at = join(root, path);
  if (!renames) disk.writeFileSync(at, text);
  else {
    disk.writeFileSync(`${at}~`, text);
    disk.renameSync(`${at}~`, at);
  }
}
