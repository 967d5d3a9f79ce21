import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { systemCode } from "@unf/core/base";

/** A file of the page. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Files by the address of each, with its slash. */
export type ListedFiles = Readonly<Record<string, string>>;

/**
 * The files of the page: those below a directory, which are listed once, or those of a list. An address is looked
 * up in the list and never becomes a path, so that nothing else can be asked for.
 */
export class PageFiles {
  readonly #paths: ReadonlyMap<string, string>;

  constructor(files: string | ListedFiles) {
    this.#paths = new Map(typeof files === "string" ? list(files) : Object.entries(files));
  }

  /** `address`: from the slash on, without a question mark. */
  async read(address: string): Promise<PageFile | undefined> {
    const wanted = address === "/" ? "/index.html" : address;
    const path = this.#paths.get(wanted);
    if (path === undefined) return wanted === "/index.html" ? placeholder : undefined;
    return {
      type: types[extname(wanted)] ?? "application/octet-stream",
      bytes: await readFile(path),
    };
  }
}

function* list(directory: string): Generator<[string, string]> {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      yield [path.slice(directory.length).split(sep).join("/"), path];
    }
  } catch (thrown) {
    // Built without the browser's files.
    if (systemCode(thrown) !== "ENOENT") throw thrown;
  }
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

const placeholder: PageFile = {
  type: "text/html; charset=utf-8",
  bytes: Buffer.from(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>unf</title><p>This unf was built without the files of its page. In its sources, npm run build makes them.</p></html>\n',
  ),
};
