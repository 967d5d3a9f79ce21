import * as disk from "node:fs";
import { isLinkMode } from "@unf/core/timeline";

/** The entry at each path, as text: `0644 content`, `-> target`. */
export type Picture = Readonly<Record<string, string>>;

/** Everything on disk below a directory that an unfiltered project records. */
export function readPicture(root: string): Picture {
  const found: Record<string, string> = {};
  const visit = (directory: Buffer, prefix: Buffer): void => {
    for (const entry of disk.readdirSync(directory, { withFileTypes: true, encoding: "buffer" })) {
      const path = Buffer.concat([directory, Buffer.from("/"), entry.name]);
      const name = Buffer.concat([prefix, entry.name]);
      const { mode } = disk.lstatSync(path);
      if (entry.isDirectory()) visit(path, Buffer.concat([name, Buffer.from("/")]));
      else if (entry.isSymbolicLink())
        found[columnOf(name)] = picture(mode, disk.readlinkSync(path, "latin1"));
      else if (entry.isFile())
        found[columnOf(name)] = picture(mode, disk.readFileSync(path, "latin1"));
    }
  };
  visit(Buffer.from(root), Buffer.alloc(0));
  return found;
}

/** An entry as a picture has it. */
export function picture(mode: number, content: string): string {
  return isLinkMode(mode)
    ? `-> ${content}`
    : `${(mode & 0o7777).toString(8).padStart(4, "0")} ${content}`;
}

function columnOf(name: Buffer): string {
  const text = name.toString("utf8");
  if (Buffer.from(text).equals(name)) return text;
  return [...name]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `//${byte.toString(16)}`))
    .join("");
}
