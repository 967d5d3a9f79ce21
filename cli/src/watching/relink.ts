import {
  type Asker,
  findRelink,
  type OpenHome,
  type ProjectEntry,
  type RelinkRequest,
} from "@unf/answers";
import type { AbsPath } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import type { World } from "../frame/world/world.ts";

/** The person or flag that decides about a directory that moved. */
export interface RelinkCall {
  readonly asker: Asker;
  readonly world: Pick<World, "ask">;
  readonly home: OpenHome;
  /** Someone sits at a terminal and may be asked. */
  readonly mayAsk: boolean;
}

/**
 * The project whose history goes on at `root`, if any. A directory that moved is offered, never
 * taken: where nobody can be asked it becomes a new project, and a hint says so.
 */
export async function chooseRelink(
  call: RelinkCall,
  root: AbsPath,
  relink: RelinkRequest,
): Promise<ProjectEntry | undefined> {
  const { from, offered } = await findRelink(call.asker, root, relink, call.home);
  if (offered === undefined) return from;
  return offer(call, offered) ? offered : undefined;
}

function offer({ world, mayAsk, asker }: RelinkCall, moved: ProjectEntry): boolean {
  const place = escapeForDisplay(moved.root);
  if (mayAsk) {
    const answer = world.ask(`This directory was ${place}. Keep its history? [y/N] `);
    if (answer !== undefined && /^\s*y(es)?\s*$/i.test(answer)) return true;
  }
  asker.note(
    `a new project begins here; to go on with the history of ${place}: unf watch --relink`,
  );
  return false;
}
