import { type DiffHunk, type Entry, keyOfEntry, matchHunks, wayBack } from "@unf/view/page";
import { SvelteSet } from "svelte/reactivity";
import type { PlanAnswer } from "../server/answers.ts";
import { Failure, send } from "../server/ask.ts";
import { pathIn } from "../server/paths.ts";
import { justBefore } from "../text/times.ts";
import { count, nameText } from "../text/words.ts";
import { orders } from "./orders.svelte.ts";
import { wholeEntries } from "./whole-entries.svelte.ts";

export { canTakeBack } from "@unf/view/page";

/** Entries of which it has turned out that nobody recorded what stood before them. */
const beginnings = new SvelteSet<string>();

/** Why a taking back of the entry has nothing to lead to; `undefined` where it has, or it is not known yet. */
export function whyNotBack(entry: Entry): string | undefined {
  return beginnings.has(keyOfEntry(entry))
    ? "The history begins here: what stood before is not known"
    : undefined;
}

export function tellBeginning(entry: Entry): void {
  beginnings.add(keyOfEntry(entry));
}

export async function takeBack(listed: Entry): Promise<void> {
  const why = whyNotBack(listed);
  if (why !== undefined) {
    orders.failure = new Failure("not_found", why);
    return;
  }
  // Only its own files: what was done since in the rest of the project stays.
  if (wayBack(listed).order === "restore" && listed.more_paths) {
    if (!(await wholeEntries.read(listed))) return;
  }
  const way = wayBack(wholeEntries.of(listed));
  const project = listed.project.root;
  const title = `Take back ${count(listed.files, "file")}: ${nameText(listed.title)}`;
  if (way.order === "oops") return orders.propose(title, "oops", { project, turn: way.turn });
  if (way.order === "undo")
    return orders.propose(title, "undo", { project, operation: way.operation });
  const body = { project, at: way.at, deletions: "remove" };
  if (way.paths.length === 0) {
    const anew = `Put the whole project back to before: ${nameText(listed.title)}`;
    return orders.propose(anew, "restore", body);
  }
  const paths = way.paths.map((path) => pathIn(project, path));
  return orders.propose(title, "restore", { ...body, paths });
}

/** Puts the whole project back to a checkpoint. */
export function goBackTo({ id, title, project: { root: project } }: Entry): Promise<void> {
  const body = { project, checkpoint: id, deletions: "remove" };
  return orders.propose(`Go back to ${nameText(title)}`, "restore", body);
}

export function takeBackFile(entry: Entry, path: string): Promise<void> {
  const project = entry.project.root;
  const title = `Take back ${nameText(path)}`;
  const paths = [pathIn(project, path)];
  if (entry.turn !== undefined)
    return orders.propose(title, "oops", { project, turn: entry.turn, paths });
  return orders.propose(title, "restore", { project, paths, ...before(entry) });
}

/** Where the file has changed since, so that the part is not there any more, the failure says so. */
export async function takeBackHunk(entry: Entry, path: string, hunk: DiffHunk): Promise<void> {
  const project = entry.project.root;
  const body = { project, paths: [pathIn(project, path)], ...before(entry) };
  try {
    const plan = await send<PlanAnswer>("plan/restore", { ...body, part: true });
    const hunks = matchHunks(hunk, plan.hunks ?? []);
    if (hunks === undefined) {
      throw new Failure(
        "conflict",
        "These lines have changed since",
        "take back the file, or compare it with now",
      );
    }
    await orders.propose(`Take back a part of ${nameText(path)}`, "restore", { ...body, hunks });
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    orders.failure = thrown;
  }
}

/** The state of a file before an entry began. */
function before(entry: Entry): { at: string; deletions: "remove" } {
  return { at: justBefore(entry.from), deletions: "remove" };
}
