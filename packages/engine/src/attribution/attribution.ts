import {
  type AbsPath,
  type Attributed,
  type Author,
  type Clock,
  decideActTime,
  decideAuthor,
  type FileSystem,
  type Hint,
  joinPath,
  limits,
  type NewSnapshot,
  parentPath,
  systemCode,
  unknownAuthor,
  type WriteFacts,
} from "@unf/core";
import type { LatestHead, Row } from "../capture/recorder.ts";
import type { ToolCalls } from "./tool-calls.ts";
import { Vanishings } from "./vanishings.ts";

export interface AttributionPorts {
  readonly root: AbsPath;
  readonly fs: Pick<FileSystem, "lstat">;
  readonly clock: Clock;
  readonly calls: ToolCalls;
  /** False while no agent is known to be at work, and none was lately: then nothing need be kept. */
  readonly isWatchful: () => boolean;
  /** Replaces what was said of a row. */
  readonly amend: (row: Row, attributed: Attributed) => void;
}

interface Judged {
  readonly row: Row;
  readonly facts: Omit<WriteFacts, "calls">;
  author: Author;
}

const nobody: Attributed = { author: unknownAuthor, candidates: [] };

/**
 * Says of every row who wrote it, as far as the tool calls of agents tell, and says it anew when
 * more is heard: a hook may be later than the recording of what it tells of.
 */
export class Attribution {
  readonly #ports: AttributionPorts;
  readonly #vanishings = new Vanishings();
  /** What was recorded lately, the oldest first. */
  #recent: Judged[] = [];

  constructor(ports: AttributionPorts) {
    this.#ports = ports;
  }

  /** Takes note of what only the watcher knows: when a file went. */
  hear(hints: readonly Hint[]): void {
    if (this.#ports.isWatchful()) this.#vanishings.heard(hints, this.#ports.clock.wall());
  }

  /** `before`: the head that the row replaces; `after`: its own. */
  judge(row: Row, before: LatestHead | undefined, after: LatestHead | null): Attributed {
    const { snapshot } = row;
    if (!isActOfOthers(snapshot) || !this.#ports.isWatchful()) return nobody;
    const facts = this.#readFacts(snapshot, before, after);
    const attributed = decideAuthor({ ...facts, calls: this.#ports.calls.list() });
    this.#recent.push({ row, facts, author: attributed.author });
    if (this.#recent.length > limits.sessions.judgedRowsMax) this.#recent.shift();
    return attributed;
  }

  /** A tool call that began at `since` was heard of, or its end: what was written since is judged anew. */
  reconsider(since: number): void {
    const earliest = since - limits.sessions.clockSlackMs;
    const calls = this.#ports.calls.list();
    for (const judged of this.#recent) {
      if (judged.facts.writtenAt < earliest) continue;
      const attributed = decideAuthor({ ...judged.facts, calls });
      if (isSameAuthor(attributed.author, judged.author)) continue;
      judged.author = attributed.author;
      this.#ports.amend(judged.row, attributed);
    }
  }

  /** Called now and then: forgets what no hook that is still to come can tell of. */
  forget(): void {
    const before = this.#ports.clock.wall() - limits.sessions.lateHookMs;
    this.#recent = this.#recent.filter(({ row }) => row.snapshot.at >= before);
    this.#ports.calls.forget(before);
    this.#vanishings.forget(before);
  }

  #readFacts(
    { path, hash, at }: NewSnapshot,
    before: LatestHead | undefined,
    after: LatestHead | null,
  ): Omit<WriteFacts, "calls"> {
    const place = joinPath(this.#ports.root, path);
    const told = after === null ? (this.#vanishings.of(path) ?? null) : null;
    const times = {
      changed: after === null ? null : toMs(after.stat.ctimeNs),
      directoryChanged: after === null ? this.#directoryChanged(path) : null,
      told,
      seen: at,
      known: before === undefined ? null : toMs(before.stat.ctimeNs),
    };
    return { path: place, hash, writtenAt: decideActTime(times), process: null };
  }

  /** Of the nearest directory that is still there: a tree that went with the file left its mark above. */
  #directoryChanged(path: NewSnapshot["path"]): number | null {
    try {
      for (let at = parentPath(path); ; at = parentPath(at)) {
        const stat = this.#ports.fs.lstat(joinPath(this.#ports.root, at));
        if (stat !== undefined) return toMs(stat.ctimeNs);
        if (at === "") return null;
      }
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown;
      return null;
    }
  }
}

/** What unf itself did, or a mere change of rules, is nobody's. */
function isActOfOthers({ cause }: NewSnapshot): boolean {
  return cause === "event" || cause === "sweep" || cause === "renamed";
}

/** True when both rows are of the same doing, as far as is known: of one turn, or of nobody known. */
export function isSameAct(a: Row, b: Row): boolean {
  const [one, two] = [a.snapshot.author, b.snapshot.author];
  return one.session === two.session && one.turn === two.turn && one.agent === two.agent;
}

function isSameAuthor(a: Author, b: Author): boolean {
  return (
    a.session === b.session &&
    a.turn === b.turn &&
    a.toolCall === b.toolCall &&
    a.confidence === b.confidence &&
    a.agent === b.agent
  );
}

function toMs(ns: bigint): number {
  return Number(ns) / 1e6;
}
