import { type AbsPath, encodePath, encodeUtf8, type ProjectId } from "@unf/core/base";
import type { Digest } from "@unf/core/ports";
import type { HomePorts } from "./home.ts";
import { listProjects } from "./projects.ts";

/** The id of a project that is first watched at this canonical root, where no other has it. */
export function projectIdOf(digest: Digest, root: AbsPath): ProjectId {
  return idOf(digest, encodePath(root));
}

/**
 * The id of the project at this root: the one it has, or a new one. A project that moved keeps the
 * id of its first root, so another that begins there later gets the next one that is free.
 */
export function chooseProjectId(
  home: Pick<HomePorts, "home" | "files" | "intents" | "timelines" | "digest">,
  root: AbsPath,
): ProjectId {
  const projects = listProjects(home);
  const known = projects.find((project) => project.root === root);
  if (known !== undefined) return known.id;
  const taken = new Set<string>(projects.map(({ id }) => id));
  const bytes = encodePath(root);
  let id = idOf(home.digest, bytes);
  // NUL is in no path, so the second id of one root is not the first of another.
  for (let turn = 2; taken.has(id); turn += 1) {
    id = idOf(home.digest, Uint8Array.from([...bytes, 0, ...encodeUtf8(String(turn))]));
  }
  return id;
}

function idOf(digest: Digest, bytes: Uint8Array): ProjectId {
  return digest(bytes).slice(0, 16) as string as ProjectId;
}
