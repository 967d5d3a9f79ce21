/** How a tool says what it will write. */
export type ToolWay =
  /** Writes no file of a project. */
  | { readonly way: "reads" }
  /** Writes one file. `content`: the member that holds its new content to the byte. */
  | { readonly way: "file"; readonly content?: string }
  /** Writes the file named by each object of the list `edits`. */
  | { readonly way: "files"; readonly edits: string }
  /** Moves one file, named by the members `from` and `to`. */
  | { readonly way: "move"; readonly from: string; readonly to: string }
  /** Carries out a patch that begins with `*** Begin Patch`. */
  | { readonly way: "patch" }
  /** Runs a command of a POSIX shell. */
  | { readonly way: "shell" };

/** Tools by name, in lower case. A tool that is not listed can write anything. */
export type ToolTable = ReadonlyMap<string, ToolWay>;

/** A table of tools: names separated by spaces, for each way that some of them have. */
export function toolTable(...rows: readonly (readonly [string, ToolWay])[]): ToolTable {
  return new Map(
    rows.flatMap(([names, way]) => names.split(" ").map((name) => [name, way] as const)),
  );
}

export const reads: ToolWay = { way: "reads" };
export const file: ToolWay = { way: "file" };
export const patch: ToolWay = { way: "patch" };
export const shell: ToolWay = { way: "shell" };

/** Tools of the MCP server `filesystem`, by the server's own names. */
export const mcpFilesystem: ToolTable = toolTable(
  ["read_file read_text_file read_media_file read_multiple_files list_directory", reads],
  ["list_directory_with_sizes directory_tree search_files get_file_info", reads],
  ["list_allowed_directories", reads],
  ["write_file", { way: "file", content: "content" }],
  ["edit_file", file],
  ["move_file", { way: "move", from: "source", to: "destination" }],
);
