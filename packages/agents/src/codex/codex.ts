import { member } from "@unf/core/base";
import {
  type AgentFormat,
  claudeLike,
  eventTable,
  type TranscriptFacts,
} from "../format/agent-format.ts";
import { idField, objectField, textField } from "../payload/fields.ts";
import { parseLenientJson } from "../payload/lenient-json.ts";
import { patch, reads, shell, toolTable } from "../tool/tool-way.ts";

/** https://developers.openai.com/codex/hooks; `agent-turn-complete` is its older `notify`. */
export const codex: AgentFormat = {
  ...claudeLike,
  agent: "codex",
  events: new Map([...claudeLike.events, ...eventTable({ stop: "Interrupt agent-turn-complete" })]),
  event: (object, env) => claudeLike.event(object, env) ?? textField(object, ["type"]),
  session: ["session_id", "thread_id", "thread-id"],
  promptIds: ["turn_id"],
  fork: {
    // The first line of a rollout.
    line: (line) =>
      member(line, "type") === "session_meta"
        ? idField(objectField(line, ["payload"]) ?? {}, ["forked_from_id"])
        : undefined,
    tail: readBase,
    // It stands before each answer, with the id that hooks have of the turn.
    holds: (line) => {
      const [, id] =
        /^\{[^{}]*"type":"turn_context","payload":\{"turn_id":"([^"\\]+)"/.exec(line) ?? [];
      return id === undefined ? [] : [id];
    },
  },
  tools: toolTable(
    ["bash shell local_shell shell_command exec_command container.exec", shell],
    ["apply_patch", patch],
    ["read_file list_dir grep_files view_image web_search update_plan", reads],
    ["spawn_agent wait_agent wait close_agent send_input resume_agent", reads],
    ["collaborationspawn_agent collaborationwait_agent collaborationwait", reads],
    ["collaborationclose_agent collaborationsend_input collaborationresume_agent", reads],
    ["request_user_input tool_search list_mcp_resources read_mcp_resource", reads],
  ),
};

/**
 * The part of the other session's rollout that a fork goes on from: its own rollout names the session, and
 * how many bytes.
 */
function readBase(rollout: string, { head, tail, list }: TranscriptFacts): string | undefined {
  const [first = ""] = head?.(rollout)?.split("\n") ?? [];
  const payload = objectField(parseLenientJson(first)?.object ?? {}, ["payload"]);
  const base = objectField(payload ?? {}, ["history_base"]);
  const [session, end] = [
    idField(base ?? {}, ["thread_id"]),
    member(base ?? {}, "end_byte_offset"),
  ];
  if (session === undefined || typeof end !== "number") return undefined;
  for (const directory of daysOf(rollout, session)) {
    const name = list?.(directory).find((one) => one.endsWith(`-${session}.jsonl`));
    if (name !== undefined) return tail?.(`${directory}/${name}`, end);
  }
  return undefined;
}

/** `sessions/2026/11/28`, by the instant that a session's name begins with, whatever the time zone was. */
function daysOf(rollout: string, session: string): readonly string[] {
  const sessions = rollout.split("/").slice(0, -4).join("/");
  const at = Number.parseInt(session.replaceAll("-", "").slice(0, 12), 16);
  if (!(at < 2 ** 48)) return [];
  const days = [0, -1, 1].map((shift) => new Date(at + shift * dayMs).toISOString().slice(0, 10));
  return days.map((day) => `${sessions}/${day.replaceAll("-", "/")}`);
}

const dayMs = 86_400_000;
