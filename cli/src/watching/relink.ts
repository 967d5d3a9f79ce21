import { canonicalPlace, type HomeReader, type ProjectEntry, resolvePath } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { readCanonical } from "../frame/world/canonical.ts";
import type { CliWiring, World } from "../frame/world/world.ts";

/** What was said of moved projects: the text of `--relink`, empty for it alone; or `--no-relink`. */
export interface RelinkWish {
  readonly from: string | undefined;
  readonly never: boolean;
}

export interface RelinkPorts {
  readonly world: World;
  readonly wiring: Pick<CliWiring, "findMoved">;
  readonly reader: HomeReader;
  /** Someone sits at a terminal and may be asked. */
  readonly mayAsk: boolean;
  readonly note: (text: string) => void;
}

/** Throws `usage` for words that cannot go together. */
export function checkRelinkWish({ from, never }: RelinkWish, directories: number): void {
  if (from !== undefined && never) {
    throw new UnfError("usage", "--relink and --no-relink exclude each other");
  }
  if (from !== undefined && from !== "" && directories > 1) {
    throw new UnfError("usage", "--relink=<old> takes one directory: one history has one place");
  }
}

/**
 * The project whose history goes on at `root`, if any. A directory that moved is offered, never
 * taken: where nobody can be asked it becomes a new project, and a hint says so.
 */
export async function chooseRelink(
  ports: RelinkPorts,
  root: AbsPath,
  { from, never }: RelinkWish,
): Promise<ProjectEntry | undefined> {
  const { world, wiring, reader } = ports;
  if (never) return undefined;
  const projects = reader.projects();
  if (from !== undefined && from !== "") return findNamed(projects, world, from);
  const isWatched = projects.some((project) => project.watched && project.root === root);
  if (from === undefined && isWatched) return undefined;
  const moved = await wiring.findMoved(reader.home, root);
  const [first, second] = moved;
  if (first === undefined) {
    if (from === undefined || isWatched) return undefined;
    throw new UnfError("not_found", `${root} is no directory that was recorded elsewhere before`, {
      hint: "a copy is not recognised; name the old place: unf watch <new> --relink=<old>",
    });
  }
  if (from === "" && second !== undefined) {
    throw new UnfError("usage", `${moved.length} projects were this directory once`, {
      hint: `choose one: ${moved.map(({ root }) => `--relink=${root}`).join(" or ")}`,
    });
  }
  return from === "" || offer(ports, first) ? first : undefined;
}

function offer({ world, mayAsk, note }: RelinkPorts, moved: ProjectEntry): boolean {
  const place = escapeForDisplay(moved.root);
  if (mayAsk) {
    const answer = world.ask(`This directory was ${place}. Keep its history? [y/N] `);
    if (answer !== undefined && /^\s*y(es)?\s*$/i.test(answer)) return true;
  }
  note(`a new project begins here; to go on with the history of ${place}: unf watch --relink`);
  return false;
}

function findNamed(projects: readonly ProjectEntry[], world: World, word: string): ProjectEntry {
  const path = resolvePath(world.cwd(), word);
  const candidates = [
    path,
    canonicalPlace({ canonical: readCanonical }, path),
    readCanonical(path),
  ];
  const found = projects.find(({ root }) => candidates.includes(root));
  if (found !== undefined) return found;
  throw new UnfError("not_watched", `${path} has no history`, { hint: "unf list --all" });
}
