import type { SnapshotQuery } from "@unf/core/ports";
import { parseCount } from "../file/cell.ts";
import type { Connection } from "../file/driver.ts";
import { factCodes, type Outline, readFacts } from "../outline/outline.ts";
import { confidences } from "../rows/author-cells.ts";
import { idAt } from "./outlined.ts";
import { isSeen } from "./row-test.ts";

/** A person, nobody known or unf itself, an agent without a name, or one by its name. */
export type RowAuthor = typeof human | typeof nobody | typeof anAgent | string;

export const [human, nobody, anAgent] = [0, 1, 2] as const;

/** The author of a row, as far as its facts say it. */
export const kindsOf = { nobody: 0, person: 1, agent: 2, several: 3 };

/** Says who wrote the rows of outlines, as `decideAuthorType` says it. */
export class RowAuthors {
  /** Of each code of facts. */
  readonly kinds = listKinds();
  readonly #connection: Connection;
  #contested: ReadonlySet<number> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  of(outline: Outline, place: number, isAgentAbout: boolean): RowAuthor {
    const { facts, agents, names } = outline;
    const kind = this.kinds[facts[place] ?? 0];
    if (kind === kindsOf.person) return isAgentAbout ? nobody : human;
    if (kind === kindsOf.nobody) return nobody;
    if (kind === kindsOf.several && this.#isContested(idAt(outline, place))) return nobody;
    return names[(agents?.[place] ?? 0) - 1] ?? anAgent;
  }

  #isContested(id: number): boolean {
    this.#contested ??= new Set(
      this.#connection
        .statement(ofOneSession)
        .all()
        .map(([row]) => parseCount(row, "snapshot_id")),
    );
    return this.#contested.has(id);
  }
}

/** Says of an author whether the filter means it. */
export function planAuthorFilter(author: SnapshotQuery["author"]): (of: RowAuthor) => boolean {
  if (author === undefined) return () => true;
  const wanted = [author].flat();
  const names = wanted.flatMap((one) => (typeof one === "object" ? one.agent : []));
  const [isHuman, isEach] = [wanted.includes("human"), wanted.includes("any-agent")];
  return (of) => {
    if (of === human) return isHuman;
    if (of === nobody) return false;
    return isEach || (typeof of === "string" && names.includes(of));
  };
}

/** The same for every history. */
let allKinds: Uint8Array | undefined;

function listKinds(): Uint8Array {
  allKinds ??= Uint8Array.from({ length: factCodes }, (_, code) => kindOf(code));
  return allKinds;
}

function kindOf(code: number): number {
  const facts = readFacts(code);
  if (facts.hasOperation) return kindsOf.nobody;
  if (facts.confidence === undefined) return isSeen(facts) ? kindsOf.person : kindsOf.nobody;
  return facts.confidence === confidences.indexOf("ambiguous") ? kindsOf.several : kindsOf.agent;
}

/** Rows that somebody who is no agent may have written, too. */
const ofOneSession = `SELECT snapshot_id FROM candidates
  GROUP BY snapshot_id HAVING count(DISTINCT session) = 1`;
