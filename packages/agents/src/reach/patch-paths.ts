/** One file that a patch names. */
export interface PatchedFile {
  readonly path: string;
  /** Its whole new content, where the patch adds the file. */
  readonly content?: string;
}

/**
 * Lists the files that a patch of the form `*** Begin Patch` adds, changes, deletes and moves, each
 * once, as they are named there. Empty when the text is no such patch.
 */
export function parsePatchPaths(text: string): readonly PatchedFile[] {
  const files = new Map<string, PatchedFile>();
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  for (const [index, line] of lines.entries()) {
    const [, verb, path] = header.exec(line) ?? [];
    if (verb === undefined || path === undefined) continue;
    const content = verb === "Add File" ? addedContent(lines, index + 1) : undefined;
    files.set(path, content === undefined ? { path } : { path, content });
  }
  return [...files.values()];
}

// A line of content always begins with `+`, `-` or a space, so none can be taken for a header.
const header = /^\*\*\* (Add File|Update File|Delete File|Move to|Rename to): (.*\S)\s*$/;

/** The lines that follow a header `Add File`; `undefined` when one of them is not an added one. */
function addedContent(lines: readonly string[], from: number): string | undefined {
  let content = "";
  for (const line of lines.slice(from)) {
    if (line.startsWith("***") || line === "") return content;
    if (!line.startsWith("+")) return undefined;
    content += `${line.slice(1)}\n`;
  }
  return content;
}
