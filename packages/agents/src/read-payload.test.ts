import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, BlobId, WallMs } from "@unf/core/base";
import type { AgentEvent } from "@unf/core/sessions";
import { propertyRuns } from "@unf/test";
import { character } from "@unf/test/character";
import fc from "fast-check";
import {
  agentNames,
  type PayloadFacts,
  type PayloadOutcome,
  readHeld,
  readPayload,
} from "./index.ts";

const facts: PayloadFacts = { at: 7 as WallMs, cwd: "/home/ann/shop", env: {} };

function read(payload: unknown, more: Partial<PayloadFacts> = {}, agent = "claude-code") {
  return readPayload(agent, encode(payload), { ...facts, ...more });
}

function encode(payload: unknown): Uint8Array {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return new TextEncoder().encode(text);
}

function eventOf(outcome: PayloadOutcome): AgentEvent {
  assert.equal(outcome.kind, "event", JSON.stringify(outcome));
  return (outcome as { readonly event: AgentEvent }).event;
}

const write = {
  session_id: "s1",
  hook_event_name: "PreToolUse",
  tool_name: "Write",
  tool_use_id: "t1",
  tool_input: { file_path: "/home/ann/shop/a.ts", content: "let a;\n" },
};

const anything = { kind: "shell", command: "" };

test("what is no JSON object is not understood, and says why", () => {
  const why = "the payload is not a JSON object";
  for (const text of ["", "null", "[]", '"x"', "1", "hello", "\u0000", "<html>", "]{"]) {
    assert.deepEqual(read(text), { kind: "not_understood", why }, text);
  }
});

test("an unknown agent and a payload without an event are not understood", () => {
  assert.equal(read(write, {}, "emacs").kind, "not_understood");
  assert.equal(read(write, {}, "__proto__").kind, "not_understood");
  assert.equal(read({ session_id: "s1" }).kind, "not_understood");
  assert.equal(read({ hook_event_name: 7, session_id: "s1" }).kind, "not_understood");
});

test("an event that does not matter, or is not known yet, is nothing", () => {
  assert.deepEqual(read({ hook_event_name: "PostCompact", session_id: "s1" }), { kind: "nothing" });
  assert.deepEqual(read({ hook_event_name: "BrandNew", session_id: "s1" }), { kind: "nothing" });
});

test("an agent that names no session has one for each directory", () => {
  const session = (payload: object, more: Partial<PayloadFacts> = {}) =>
    eventOf(read({ hook_event_name: "Stop", ...payload }, more)).session;
  assert.equal(session({ session_id: "s1" }), "s1");
  assert.equal(session({ session_id: 12 }), "12");
  assert.equal(session({ session_id: "" }), "in /home/ann/shop");
  assert.equal(session({ session_id: { a: 1 }, cwd: "/other" }), "in /other");
  assert.equal(session({}, { cwd: null }), "in no directory");
  assert.equal(
    session({ transcript_path: "/home/ann/.claude/projects/x/u-u-i-d.jsonl" }),
    "u-u-i-d",
  );
  assert.equal(session({}, { env: { CLAUDE_CODE_SESSION_ID: "from-env" } }), "from-env");
});

test("names are one line of at most 256 characters", () => {
  const event = eventOf(
    read({ hook_event_name: "Stop", session_id: `a\n\u0000b${"x".repeat(9999)}` }),
  );
  assert.equal(event.session, `ab${"x".repeat(254)}`);
  const call = eventOf(read({ ...write, tool_use_id: `\u001b[31m${"y".repeat(400)}` }));
  assert.ok(call.what.kind === "tool_start" && call.what.use.call?.length === 256);
});

test("a claim has a digest only when content and digest are there", () => {
  const digest = () => "d" as BlobId;
  const path = "/home/ann/shop/a.ts" as AbsPath;
  const claim = (payload: unknown, more: Partial<PayloadFacts>) => {
    const { what } = eventOf(read(payload, more));
    return what.kind === "tool_start" ? what.use.reach : undefined;
  };
  const bare = { kind: "paths", paths: [{ path }] };
  assert.deepEqual(claim(write, { digest }), { kind: "paths", paths: [{ path, hash: "d" }] });
  assert.deepEqual(claim(write, {}), bare);
  assert.deepEqual(
    claim({ ...write, tool_input: { file_path: path, content: 5 } }, { digest }),
    bare,
  );
});

test("a tool that failed or was refused says so, in the words of its agent", () => {
  const hasFailed = (more: object, agent?: string) => {
    const { what } = eventOf(
      read({ ...write, hook_event_name: "PostToolUse", ...more }, {}, agent),
    );
    return what.kind === "tool_end" && what.use.failed === true;
  };
  assert.equal(hasFailed({}), false);
  assert.equal(hasFailed({ tool_response: { filePath: "/a", error: null } }), false);
  assert.equal(hasFailed({ tool_response: { error: "no such text" } }), true);
  assert.equal(hasFailed({ hook_event_name: "PostToolUseFailure" }), true);
  assert.equal(hasFailed({ hook_event_name: "PermissionDenied" }), true);
  assert.equal(hasFailed({ hook_event_name: "tool_result", is_error: true }, "pi"), true);
  assert.equal(hasFailed({ toolResult: { resultType: "success" } }, "copilot"), false);
  assert.equal(hasFailed({ toolResult: { resultType: "denied" } }, "copilot"), true);
});

test("a tool whose input is missing or of another type may write anything", () => {
  const inputs = [undefined, null, 5, "text", [], {}, { file_path: 5 }, { file_path: "" }];
  for (const tool_input of [...inputs, { file_path: "a\u0000b" }]) {
    const { what } = eventOf(read({ ...write, tool_input }));
    assert.ok(what.kind === "tool_start");
    assert.deepEqual(what.use.reach, anything, JSON.stringify(tool_input));
  }
  const nameless = eventOf(read({ ...write, tool_name: null }));
  assert.ok(nameless.what.kind === "tool_start" && nameless.what.use.tool === "unknown");
  const bash = eventOf(read({ ...write, tool_name: "Bash", tool_input: { command: ["ls", 5] } }));
  assert.ok(bash.what.kind === "tool_start" && bash.what.use.reach.kind === "shell");
});

test("a relative path is claimed from the agent's directory", () => {
  const { what } = eventOf(read({ ...write, cwd: "/w/x", tool_input: { file_path: "../y/./a" } }));
  assert.ok(what.kind === "tool_start");
  assert.deepEqual(what.use.reach, { kind: "paths", paths: [{ path: "/w/y/a" }] });
  const lost = eventOf(read({ ...write, tool_input: { file_path: "a" } }, { cwd: null }));
  assert.ok(lost.cwd === null && lost.what.kind === "tool_start");
  assert.deepEqual(lost.what.use.reach, anything);
});

test("a patch that names a thousand files is a claim, one that names more may write anything", () => {
  const patch = (count: number) => ({
    ...write,
    tool_name: "apply_patch",
    tool_input: Array.from({ length: count }, (_, n) => `*** Delete File: ${n}\n`).join(""),
  });
  const reach = (count: number) => {
    const { what } = eventOf(read(patch(count), {}, "codex"));
    return what.kind === "tool_start" ? what.use.reach.kind : undefined;
  };
  assert.equal(reach(1000), "paths");
  assert.equal(reach(1001), "shell");
  assert.equal(reach(0), "shell");
});

test("members named like parts of every object are only data", () => {
  const text = `{"__proto__":{"session_id":"evil"},"constructor":1,"hook_event_name":"Stop"`;
  for (const whole of [`${text}}`, text]) {
    assert.equal(eventOf(read(whole)).session, "in /home/ann/shop", whole);
  }
  const tool = { ...write, tool_name: "constructor" };
  const { what } = eventOf(read(tool));
  assert.ok(what.kind === "tool_start" && what.use.reach.kind === "shell");
  assert.equal(({} as { session_id?: unknown }).session_id, undefined);
});

test("raw control characters inside strings do not hide the rest", () => {
  const raw = `{"session_id":"s1","hook_event_name":"UserPromptSubmit","prompt":"one\ntwo\tthree\u0001"}`;
  assert.deepEqual(eventOf(read(raw)).what, { kind: "prompt", text: "one\ntwo\tthree\u0001" });
  const digest = (bytes: Uint8Array) => new TextDecoder().decode(bytes) as BlobId;
  const { what } = eventOf(read(JSON.stringify(write).replace("\\n", "\n"), { digest }));
  assert.ok(what.kind === "tool_start" && what.use.reach.kind === "paths");
  assert.equal(what.use.reach.paths[0]?.hash, "let a;\n");
});

test("a byte order mark and bytes that are not UTF-8 do not matter", () => {
  assert.equal(eventOf(read(`\ufeff ${JSON.stringify(write)}`)).session, "s1");
  const bytes = new TextEncoder().encode(JSON.stringify(write));
  bytes[bytes.indexOf("let".charCodeAt(0), 100)] = 0xff;
  assert.equal(readPayload("claude-code", bytes, facts).kind, "event");
});

test("a payload that was cut is read as far as it goes, and claims nothing that was cut", () => {
  const text = JSON.stringify(write);
  const digest = () => "d" as BlobId;
  const after = text.indexOf('"tool_name"');
  for (let end = after; end < text.length; end += 1) {
    const event = eventOf(read(text.slice(0, end), { digest }));
    assert.equal(event.session, "s1");
    assert.ok(event.what.kind === "tool_start");
    const { reach } = event.what.use;
    // The path is claimed as soon as it is complete, its content only when that is.
    const isPath = end > text.indexOf('a.ts"') + 4;
    const isContent = end > text.indexOf('n"}') + 1;
    const path = "/home/ann/shop/a.ts";
    const claimed = { kind: "paths", paths: [isContent ? { path, hash: "d" } : { path }] };
    assert.deepEqual(reach, isPath ? claimed : anything, text.slice(0, end));
  }
});

test("a prompt that was cut is its beginning, a command that was cut may write anything", () => {
  const cut = `{"session_id":"s1","hook_event_name":"UserPromptSubmit","prompt":"fix the ca`;
  assert.deepEqual(eventOf(read(cut)).what, { kind: "prompt", text: "fix the ca" });
  const bash = `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls`;
  const { what } = eventOf(read(bash));
  assert.ok(what.kind === "tool_start");
  assert.deepEqual(what.use.reach, anything);
});

test("of a list of edits that was cut, none is claimed alone", () => {
  const whole = `{"hook_event_name":"PreToolUse","tool_name":"multi_replace_string_in_file",
    "tool_input":{"replacements":[{"filePath":"/x/a"},{"filePath":"/x/b"}]}}`;
  const reach = (text: string) => {
    const { what } = eventOf(read(text, {}, "copilot"));
    return what.kind === "tool_start" ? what.use.reach : undefined;
  };
  const paths = [{ path: "/x/a" }, { path: "/x/b" }];
  assert.deepEqual(reach(whole), { kind: "paths", paths });
  assert.deepEqual(reach(whole.slice(0, whole.indexOf(',{"filePath"'))), anything);
});

test("nesting without an end is read to where it matters", () => {
  for (const open of ["[", '{"a":']) {
    const deep = `{"session_id":"s1","hook_event_name":"Stop","x":${open.repeat(100_000)}`;
    assert.equal(eventOf(read(deep)).what.kind, "stop");
  }
  const closed = `{"x":${"[".repeat(100_000)}"\n"${"]".repeat(100_000)},"hook_event_name":"Stop"}`;
  assert.equal(eventOf(read(closed)).what.kind, "stop");
});

test("a long prompt is kept up to its bound", () => {
  const event = eventOf(read({ hook_event_name: "UserPromptSubmit", prompt: "é".repeat(100_000) }));
  assert.ok(event.what.kind === "prompt" && event.what.text.length === 65_536);
});

test("an event's name can come from the command that was installed for it", () => {
  const env = { UNF_HOOK_EVENT: "postToolUse" };
  const { what } = eventOf(read({ sessionId: "s", toolName: "bash" }, { env }, "copilot"));
  assert.equal(what.kind, "tool_end");
});

test("a number that JSON does not know ends the payload, and what stood before it counts", () => {
  const { what } = eventOf(
    readPayload(
      "claude-code",
      new TextEncoder().encode(
        '{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"go","n":00.5}',
      ),
      facts,
    ),
  );
  assert.deepEqual(what, { kind: "prompt", text: "go" });
});

test("no payload throws, whatever its members are", () => {
  const member = fc.constantFrom(
    ..."session_id hook_event_name tool_name tool_input toolArgs cwd prompt agent_id command".split(
      " ",
    ),
    ..."transcript_path workspace_roots tool_info agent_action_name conversation_id __proto__".split(
      " ",
    ),
    ..."file_path edits replacements sessionId generation_id timestamp path input patch".split(" "),
  );
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      "PreToolUse",
      "preToolUse",
      "pre_write_code",
      "Write",
      "Bash",
      "*** Add File: x",
    ),
    fc.dictionary(member, fc.oneof(fc.jsonValue(), fc.string({ unit: character }))),
  );
  const payload = fc.tuple(fc.dictionary(member, value), fc.nat(), fc.nat());
  fc.assert(
    fc.property(payload, fc.constantFrom(...agentNames), ([object, from, change], agent) => {
      const bytes = new TextEncoder().encode(JSON.stringify(object));
      // A third each: as it is, cut somewhere, with one byte changed.
      if (change % 3 === 1) bytes[from % bytes.length] = change & 0xff;
      const end = change % 3 === 2 ? from % (bytes.length + 1) : bytes.length;
      const outcome = readPayload(agent, bytes.subarray(0, end), facts);
      assert.ok(["event", "nothing", "not_understood"].includes(outcome.kind));
    }),
    { numRuns: propertyRuns(3000) },
  );
});

test("a session comes from another only where its own transcript or command line says so", () => {
  const from = "f9a358d7-b0a6-4040-90ec-74827cd715d2";
  const forked = JSON.stringify({ type: "user", forkedFrom: { sessionId: from } });
  const resumes = (
    more: { readonly source?: string; readonly head?: string; readonly words?: string },
    agent?: string,
  ) => {
    const { source = "fork", head, words = "" } = more;
    const payload = { session_id: "s1", hook_event_name: "SessionStart", source };
    const { what } = eventOf(
      read(
        { ...payload, transcript_path: "/home/ann/s1.jsonl" },
        { head: () => head, callerWords: () => words.split(" ") },
        agent,
      ),
    );
    return what.kind === "session_start" ? what.resumes : undefined;
  };
  const other = JSON.stringify({ type: "mode" });
  assert.equal(resumes({ head: [other, "", "{", forked, other].join("\n") }), from);
  // A prompt may say anything, and the last line may be cut off.
  const said = JSON.stringify({ type: "user", message: { content: forked } });
  for (const head of [said, other, forked.slice(0, -30), forked.replace(from, ""), "null"])
    assert.equal(resumes({ head }), undefined, head);
  assert.equal(resumes({ head: forked.replace(from, "s1") }), undefined, "itself");
  assert.equal(resumes({ head: forked }, "gemini"), undefined, "a line of another agent");
  for (const words of [`--resume ${from} --fork-session`, `-p -r ${from} x --fork-session`])
    assert.equal(resumes({ words: `claude ${words}` }), from, words);
  assert.equal(resumes({ words: `claude --fork-session --resume=${from}` }), from);
  for (const words of [
    `--resume ${from}`,
    `${from} --fork-session`,
    "--resume --fork-session",
    "--resume cart --fork-session",
    `--continue --fork-session ${from}`,
  ])
    assert.equal(resumes({ words: `claude ${words}` }), undefined, words);
  const command = `claude --resume ${from} --fork-session`;
  assert.equal(resumes({ source: "clear", words: command }), undefined, "a session after it");
  assert.equal(resumes({ head: other, words: command }), undefined, "one with a transcript");
});

test("a session that was forked holds the uses of tools in its transcript, also where that names no other session", () => {
  const line = (...ids: string[]) => {
    const content = ids.map((tool_use_id) => ({ tool_use_id, type: "tool_result", content: "ok" }));
    return JSON.stringify({
      parentUuid: null,
      promptId: "own",
      message: { role: "user", content },
    });
  };
  const text = { type: "text", tool_use_id: "u8", text: line("u9") };
  const said = JSON.stringify({ message: { role: "user", content: [text] } });
  const cut = line("u0").slice(9);
  const odd = ['{"tool_use_id"', '["tool_use_id"]', '{"message":{"content":""tool_use_id""}}'];
  const tail = [cut, line("u1"), said, line("u1"), line("u2", "u3"), "", ...odd].join("\n");
  const start = (source: string, facts: object) => {
    const payload = { session_id: "s1", hook_event_name: "SessionStart", source };
    return eventOf(read({ ...payload, transcript_path: "/home/ann/s1.jsonl" }, facts)).what;
  };
  const there = { head: () => line("u1"), tail: () => tail };
  const holds = ["u1", "u2", "u3"];
  assert.deepEqual(start("fork", there), { kind: "session_start", holds });
  const from = JSON.stringify({ type: "user", forkedFrom: { sessionId: "s0" } });
  const named = { kind: "session_start", resumes: "s0", holds };
  assert.deepEqual(start("fork", { ...there, head: () => from }), named);
  assert.deepEqual(start("startup", there), { kind: "session_start" });
  const uses = Array.from({ length: 300 }, (_, n) => `u${n}`);
  const many = { ...there, tail: () => uses.map((id) => line(id)).join("\n") };
  assert.deepEqual(start("fork", many), { kind: "session_start", holds: uses.slice(-200) });
  const none = { head: () => undefined, tail: () => undefined };
  assert.deepEqual(start("fork", none), { kind: "session_start", isUnread: true });

  // Once it is written, any hook of the session says it.
  const held = (tail: string | undefined) => {
    const payload = { session_id: "s1", hook_event_name: "PreToolUse", tool_name: "Bash" };
    const more = { prompt_id: "own", transcript_path: "/home/ann/s1.jsonl", cwd: "/p" };
    return readHeld("claude-code", encode({ ...payload, ...more }), { ...facts, tail: () => tail });
  };
  const told = held(tail);
  assert.deepEqual(told?.what, { kind: "session_start", holds });
  assert.deepEqual([told.session, told.prompt], ["s1", undefined]);
  for (const tail of [undefined, "", said]) assert.equal(held(tail), undefined, tail);
});

test("a fork of Codex holds the turns in the part of the other rollout that its own one names", () => {
  // A day later where the agent's clock shows another time zone.
  const other = "01a2217b-e5c4-7ac0-a9c8-b1cc6c388795";
  const day = "/home/ann/.codex/sessions/2026/11";
  const files: Readonly<Record<string, string>> = {
    [`${day}/27/rollout-2026-11-27T23-28-17-${other}.jsonl`]: ["t1", "t2", "t3"]
      .map((turn_id, ordinal) =>
        JSON.stringify({ timestamp: "x", ordinal, type: "turn_context", payload: { turn_id } }),
      )
      .join("\n"),
  };
  const start = (end: unknown, session = other) => {
    const history_base = { thread_id: session, end_byte_offset: end };
    const payload = { id: "s1", forked_from_id: session, history_base };
    const head = JSON.stringify({ type: "session_meta", payload });
    return eventOf(
      read(
        {
          ...{ session_id: "s1", hook_event_name: "SessionStart", source: "startup" },
          transcript_path: `${day}/30/rollout-2026-11-30T10-00-00-s1.jsonl`,
        },
        {
          head: () => head,
          list: (path) =>
            Object.keys(files)
              .filter((file) => file.startsWith(`${path}/`))
              .map((file) => file.slice(path.length + 1)),
          tail: (path, end) => files[path]?.slice(0, end),
        },
        "codex",
      ),
    ).what;
  };
  const line = (files[Object.keys(files)[0] ?? ""]?.indexOf("\n") ?? 0) + 1;
  const held = (...holds: string[]) => ({ kind: "session_start", resumes: other, holds });
  assert.deepEqual(start(2 * line), held("t1", "t2"));
  assert.deepEqual(start(0), held());
  assert.deepEqual(start("all"), { kind: "session_start", resumes: other });
  const gone = "01a2217b-0000-7ac0-a9c8-b1cc6c388795";
  assert.deepEqual(start(line, gone), { kind: "session_start", resumes: gone });
  assert.deepEqual(start(line, "../.."), { kind: "session_start", resumes: "../.." });
});
