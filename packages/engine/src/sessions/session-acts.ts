import type { AgentCall, LeftFile } from "@unf/core/attribution";
import { type AbsPath, invariant, relativeTo, type SnapshotId, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { decideEdge, type SessionAct } from "@unf/core/sessions";
import { isCommand, type Reach } from "@unf/core/timeline";
import type { Attribution } from "../attribution/attribution.ts";
import type { CallLives } from "../attribution/call-lives.ts";
import { toMs } from "../attribution/directory-changed.ts";
import type { ToolCalls } from "../attribution/tool-calls.ts";
import type { SessionsPorts } from "./sessions-ports.ts";

/** Ids of the parts of a session in the timeline. */
export interface SessionParts {
  readonly id: string;
  readonly agent: string;
  turn: number | null;
  /** Ids of the open tool calls, by the key that the state gave them. */
  readonly calls: Map<number, number>;
}

export interface SessionActsPorts extends SessionsPorts {
  readonly attribution: Attribution;
  readonly calls: ToolCalls;
  readonly lives: CallLives;
}

/** Writes into the timeline what events of agents mean, and tells attribution of tool calls. */
export class SessionActs {
  readonly #ports: SessionActsPorts;

  constructor(ports: SessionActsPorts) {
    this.#ports = ports;
  }

  /** `isAgain`: it failed before, and nobody knows whether it is in the timeline all the same. */
  async perform(parts: SessionParts, act: SessionAct, isAgain: boolean): Promise<void> {
    const { timeline } = this.#ports;
    const session = parts.id;
    switch (act.kind) {
      case "open_session":
        if (isAgain && timeline.session(session)?.id === session) return;
        timeline.openSession(act.session);
        return;
      case "reopen_session":
        timeline.reopenSession(session, act.at);
        return;
      case "set_fork":
        timeline.setFork(session, act);
        return;
      case "end_session":
        timeline.endSession(session, act);
        return;
      case "open_turn":
        await this.#openTurn(parts, act, isAgain);
        return;
      case "name_turn":
        if (parts.turn !== null) timeline.nameTurn(parts.turn, act.promptId);
        return;
      case "end_turn": {
        if (parts.turn === null) return;
        // Of a turn that was left without a word nobody knows when it was over.
        const after = await this.#edgeAt(act.by === "timeout" ? undefined : act.at);
        timeline.endTurn(parts.turn, { at: act.at, by: act.by, after });
        return;
      }
      case "open_call":
        this.#openCall(parts, act, isAgain);
        return;
      case "end_call":
        // Its end stands in the timeline, and what follows from it was under way.
        if (isAgain && !parts.calls.has(act.key)) return;
        this.#endCall(parts, act);
        return;
      case "late_end": {
        const ended = this.#ports.calls.endedLate(session, act.call, act.at);
        if (ended === undefined) return;
        this.#noteLeft(ended);
        this.#reconsider(ended.startedAt);
      }
    }
  }

  async #openTurn(
    parts: SessionParts,
    { label, prompt, promptId, at: startedAt }: Extract<SessionAct, { kind: "open_turn" }>,
    isAgain: boolean,
  ): Promise<void> {
    const { timeline } = this.#ports;
    const session = parts.id;
    const before = await this.#edgeAt(startedAt);
    const [newest] = isAgain ? timeline.turns({ session, limit: 1 }) : [];
    const isThere = newest?.startedAt === startedAt;
    if (isThere) {
      parts.turn = newest.id;
      return;
    }
    // An agent may count its prompts, and begin anew each time it is started: this is another turn.
    const isFree = promptId !== undefined && timeline.turnOfPrompt(session, promptId) === undefined;
    const turn = { session, label, prompt, startedAt, before };
    parts.turn = timeline.openTurn(isFree ? { ...turn, promptId } : turn);
  }

  /**
   * The last row of the state at that time, of now when left out. The agent goes on as soon as its
   * hook was answered: on a loaded machine it has written again before everything is recorded.
   */
  async #edgeAt(at: WallMs | undefined): Promise<SnapshotId | 0> {
    const newest = (await this.#ports.project.flush()).lastId ?? 0;
    return decideEdge(newest, at === undefined ? [] : this.#ports.attribution.doneSince(at));
  }

  #openCall(
    parts: SessionParts,
    act: Extract<SessionAct, { kind: "open_call" }>,
    isAgain: boolean,
  ): void {
    const { timeline } = this.#ports;
    const { use, at: startedAt, endedAt, key } = act;
    this.#look(use.reach);
    const fields = {
      session: parts.id,
      turn: parts.turn,
      agentCall: use.call,
      tool: use.tool,
      reach: use.reach,
      startedAt,
      endedAt,
    };
    const known = new Set(parts.calls.values());
    const written = isAgain ? timeline.toolCalls({ session: parts.id }) : [];
    const same = written.findLast(
      (one) =>
        !known.has(one.id) &&
        one.startedAt === startedAt &&
        one.agentCall === use.call &&
        one.tool === use.tool,
    );
    const id = same?.id ?? timeline.openToolCall(fields);
    if (endedAt === null) parts.calls.set(key, id);
    const call: AgentCall = { ...fields, id, agent: parts.agent, isCut: use.failed === true };
    this.#ports.calls.began(call);
    if (isCommand(use.reach)) this.#ports.lives.look();
    if (endedAt !== null) this.#noteLeft(call);
    this.#reconsider(startedAt);
  }

  #endCall(
    parts: SessionParts,
    { key, at, reach, isCut }: Extract<SessionAct, { kind: "end_call" }>,
  ): void {
    const id = parts.calls.get(key);
    invariant(id !== undefined, "only a call that was opened ends");
    const more = reach === undefined ? {} : { reach };
    this.#ports.timeline.endToolCall(id, { at, ...more });
    parts.calls.delete(key);
    this.#ports.lives.look();
    const ended = this.#ports.calls.ended(id, at, { isCut, ...more });
    if (ended === undefined) return;
    this.#look(ended.reach);
    this.#noteLeft(ended);
    this.#reconsider(ended.startedAt);
  }

  /** The files were just read: what they hold, unless that was written since, is what the call left. */
  #noteLeft({ id, endedAt, reach }: AgentCall): void {
    if (endedAt === null || reach.kind !== "paths") return;
    const { root, calls, committer } = this.#ports;
    const left = new Map<AbsPath, LeftFile>();
    for (const { path } of reach.paths.slice(0, limits.sessions.lookedPathsMax)) {
      const within = relativeTo(root, path);
      if (within === undefined) continue;
      const head = committer.recorder.head(within);
      const at = head === undefined ? endedAt : toMs(head.stat.ctimeNs);
      if (at > endedAt + limits.sessions.clockSlackMs) continue;
      left.set(path, { hash: head?.hash ?? null, at });
    }
    calls.left(id, left);
  }

  /**
   * Reads what a tool call is about to write, or has written, while that is still what stands there:
   * a hot file is else read at growing gaps, and who wrote first would be lost in between.
   */
  #look(reach: Reach): void {
    const { root } = this.#ports;
    const { loop } = this.#ports.project;
    const touched = reach.kind === "shell" ? [...loop.touchedPaths()] : [];
    const claimed = reach.kind === "paths" ? reach.paths : [];
    const named = claimed.flatMap(({ path }) => relativeTo(root, path) ?? []);
    const paths = [...touched, ...named].filter((path) => path !== "");
    for (const path of paths.slice(0, limits.sessions.lookedPathsMax)) loop.look(path);
  }

  #reconsider(since: number): void {
    this.#ports.attribution.reconsider(since);
    this.#ports.committer.schedule();
  }
}
