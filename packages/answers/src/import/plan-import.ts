import { type AbsPath, absPathToColumn, UnfError } from "@unf/core/base";
import type { ImportedHistory, ImportParams } from "@unf/protocol";
import type { Asker, OpenHome } from "../ports/asker.ts";
import { resolvePath } from "../scope/paths.ts";

/** The program whose history is to be taken over. Words are as a person writes them. */
export interface ImportQuestion {
  /** `unfudged` or `agent-undo`. */
  readonly source: string | undefined;
  /** Where that keeps it. */
  readonly directory: string | undefined;
}

/** An import as it would be done, or was. */
export interface Imported {
  readonly params: ImportParams;
  readonly histories: readonly ImportedHistory[];
}

/** Reads what the other program has recorded; writes nothing. Throws `usage`. */
export async function planImport(
  asker: Asker,
  question: ImportQuestion,
  { wiring, reader }: OpenHome,
): Promise<Imported> {
  const params = readParams(asker, question);
  const { histories } = await wiring.planImport(reader.home, params);
  return { params, histories };
}

/** Takes over what was planned. */
export async function importHistories(
  { wiring, reader }: OpenHome,
  { params }: Imported,
): Promise<Imported> {
  wiring.makeHome(reader.home);
  await using writer = await wiring.openWriter(reader.home, "process");
  const { histories } = await writer.request("import", params);
  return { params, histories };
}

/** True of a history that is taken over. */
export function isTaken({ state }: Pick<ImportedHistory, "state">): boolean {
  return state === "new" || state === "before";
}

function readParams(asker: Asker, { source, directory: word }: ImportQuestion): ImportParams {
  if (source !== "unfudged" && source !== "agent-undo") {
    throw new UnfError("usage", `unf knows no history of "${source}"`, {
      hint: "unf import unfudged [dir], or unf import agent-undo <project>",
    });
  }
  const cwd = asker.cwd();
  if (word === undefined && source === "agent-undo") {
    throw new UnfError("usage", "agent-undo keeps its history in the project: name its directory", {
      hint: "unf import agent-undo .",
    });
  }
  const place = word === undefined ? defaultStore(asker) : resolvePath(cwd, word);
  const only = asker.projectWord;
  const root = only === undefined ? undefined : resolvePath(cwd, only);
  return {
    source,
    directory: absPathToColumn(asker.canonical(place) ?? place),
    // The project may be gone: then it is named as it was.
    only: root === undefined ? null : absPathToColumn(asker.canonical(root) ?? root),
  };
}

function defaultStore(asker: Pick<Asker, "cwd" | "userHome">): AbsPath {
  const { userHome } = asker;
  if (userHome === undefined || userHome === "") {
    throw new UnfError("usage", "HOME is not set", { hint: "unf import unfudged <dir>" });
  }
  return resolvePath(asker.cwd(), `${userHome}/.unfudged`);
}
