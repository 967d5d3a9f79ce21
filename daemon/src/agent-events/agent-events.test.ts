import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { createRouter } from "@unf/core/route";
import type { AgentEvent } from "@unf/core/sessions";
import { type AgentEventParams, fromAgentEvent } from "@unf/protocol";
import { AgentEvents, type AgentEventsPorts } from "./agent-events.ts";

const now = Date.UTC(2026, 10, 20) as WallMs;
const roots = ["/a", "/a/inner", "/b"] as AbsPath[];

interface Stage {
  readonly events: AgentEvents;
  /** `root: words of the event`, in the order they were heard. */
  readonly heard: string[];
  readonly logged: { readonly event: string; readonly text: string }[];
  readonly spooled: AgentEventParams[];
  readonly kept: AgentEvent[];
}

function stage(more: Partial<AgentEventsPorts> = {}): Stage {
  const heard: string[] = [];
  const logged: Stage["logged"] = [];
  const spooled: AgentEventParams[] = [];
  const kept: AgentEvent[] = [];
  const write = (event: string, fields?: object) =>
    void logged.push({ event, text: JSON.stringify(fields) });
  const events = new AgentEvents({
    log: { debug: write, info: write, warn: write, error: write },
    now: () => now,
    spool: {
      *take() {
        for (let next = spooled.shift(); next !== undefined; next = spooled.shift()) yield next;
      },
    },
    readCanonical: async (path) => path.replace("/link", "/a") as AbsPath,
    router: () => createRouter(roots),
    rootsOf: () => [],
    listenerOf: (root) => ({
      receive: async (event) => heard.push(`${root}: ${wordOf(event)}`) > 0,
    }),
    absence: () => undefined,
    keep: (event) => void kept.push(event),
    ...more,
  });
  return { events, heard, logged, spooled, kept };
}

function wordOf({ what }: AgentEvent): string {
  if (what.kind === "prompt") return what.text;
  if (!("use" in what) || what.use.reach.kind !== "paths") return what.kind;
  return what.use.reach.paths.map(({ path }) => path).join();
}

let lastKey = 0;

function event(what: AgentEvent["what"], more: Partial<AgentEvent> = {}): AgentEventParams {
  lastKey += 1;
  const cwd = "/a/src" as AbsPath;
  return fromAgentEvent(
    { agent: "codex", session: "s", at: now, cwd, what, ...more },
    `k${String(lastKey).padStart(6, "0")}`,
  );
}

const prompt = (text: string, more: Partial<AgentEvent> = {}) =>
  event({ kind: "prompt", text }, more);

function claim(...paths: string[]): AgentEventParams {
  const claims = paths.map((path) => ({ path: path as AbsPath }));
  const reach = { kind: "paths", paths: claims } as const;
  return event({ kind: "tool_start", use: { call: null, tool: "Edit", reach } });
}

test("an event goes to the innermost project of its directory and of each claimed path", async () => {
  const { events, heard } = stage();
  events.tell(prompt("hi"));
  events.tell(claim("/a/inner/x", "/b/y", "/elsewhere/z"));
  await events.replay();
  const claims = "/a/inner/x,/b/y,/elsewhere/z";
  assert.deepEqual(heard, ["/a: hi", ...roots.map((root) => `${root}: ${claims}`)]);
});

test("a claimed directory is one on the projects below it, too", async () => {
  const { events, heard } = stage();
  events.tell({ ...claim("/a"), cwd: null });
  await events.replay();
  assert.deepEqual(heard, ["/a: /a", "/a/inner: /a"]);
});

test("whoever heard of a session hears how it goes on, until it ends", async () => {
  const { events, heard } = stage();
  events.tell(claim("/b/y"));
  events.tell(event({ kind: "stop" }));
  events.tell(event({ kind: "session_end" }));
  events.tell(event({ kind: "stop" }));
  events.tell(event({ kind: "stop" }, { session: "other" }));
  await events.replay();
  assert.deepEqual(heard.slice(2), [
    "/a: stop",
    "/b: stop",
    "/a: session_end",
    "/b: session_end",
    "/a: stop",
    "/a: stop",
  ]);
});

test("an agent that works below a link works in the project", async () => {
  const { events, heard } = stage();
  const cwd = "/link/src" as AbsPath;
  events.tell(prompt("hi", { cwd }));
  events.tell({ ...claim("/link/new/file"), cwd });
  await events.replay();
  assert.deepEqual(heard, ["/a: hi", "/a: /a/new/file"]);
});

test("whoever heard of a session before the daemon was started hears how it goes on", async () => {
  const asked: string[] = [];
  const rootsOf = ({ session }: AgentEvent) => {
    asked.push(session);
    return ["/b"] as AbsPath[];
  };
  const { events, heard } = stage({ rootsOf });
  events.tell(event({ kind: "stop" }));
  events.tell(prompt("on"));
  await events.replay();
  assert.deepEqual(heard, ["/b: stop", "/a: stop", "/b: on", "/a: on"]);
  assert.deepEqual(asked, ["s"], "once known it is remembered");
});

test("telling returns before anything is heard", async () => {
  const { events, heard } = stage();
  events.tell(prompt("hi"));
  assert.deepEqual(heard, []);
  await events.replay();
  assert.deepEqual(heard, ["/a: hi"]);
});

test("what was spooled is heard in its place among what is told, and once", async () => {
  const { events, heard, spooled } = stage();
  const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((text) => prompt(text));
  assert.ok(a && b && c && d && e);
  // The hook of c waited in vain for an answer, and left it on disk as well.
  spooled.push(a, c, d);
  for (const one of [b, c, e]) events.tell(one);
  await events.replay();
  spooled.push(e);
  await events.replay();
  assert.deepEqual(heard, ["/a: a", "/a: b", "/a: c", "/a: d", "/a: e"]);
});

test("events of one session wait for each other, those of another one do not", async () => {
  const gate = Promise.withResolvers<void>();
  const heard: string[] = [];
  const { events } = stage({
    listenerOf: () => ({
      receive: async (one) => {
        if (wordOf(one) === "slow") await gate.promise;
        heard.push(wordOf(one));
        if (wordOf(one) === "other") gate.resolve();
        return true;
      },
    }),
  });
  events.tell(prompt("slow"));
  events.tell(prompt("quick"));
  events.tell(prompt("other", { session: "other" }));
  await events.replay();
  assert.deepEqual(heard, ["other", "slow", "quick"]);
});

test("a project that fails keeps neither others nor later events from being heard", async () => {
  const heard: string[] = [];
  const { events, logged } = stage({
    listenerOf: (root) => ({
      receive: async () => {
        if (root === "/a") throw new Error("broken");
        return heard.push(root) > 0;
      },
    }),
  });
  events.tell(claim("/b/y"));
  events.tell(event({ kind: "stop" }));
  await events.replay();
  assert.deepEqual(heard, ["/b", "/b"]);
  const failures = logged.filter(({ event }) => event === "agent.event_failed");
  assert.equal(failures.length, 2);
});

test("an event of long ago is dropped, and the log says so", async () => {
  const { events, heard, logged } = stage();
  events.tell(prompt("old", { at: (now - limits.spool.keptMs - 1) as WallMs }));
  await events.replay();
  assert.deepEqual(heard, []);
  assert.deepEqual(
    logged.map(({ event }) => event),
    ["agent.event_too_old"],
  );
});

test("neither prompts nor commands nor names of files reach the log", async () => {
  const { events, logged } = stage();
  const reach = { kind: "shell", command: "secret" } as const;
  events.tell(prompt("secret"));
  events.tell(claim("/a/secret"));
  events.tell(event({ kind: "tool_end", use: { call: null, tool: "Bash", reach } }));
  await events.replay();
  assert.equal(logged.length, 3);
  assert.equal(JSON.stringify(logged).includes("secret"), false);
});

test("where hearing stands still, no more is taken, until it goes on", async () => {
  const gate = Promise.withResolvers<boolean>();
  const { events } = stage({ listenerOf: () => ({ receive: () => gate.promise }) });
  for (let n = 0; n < limits.spool.filesMax; n += 1) events.tell(prompt(`${n}`));
  const late = prompt("late");
  const refused = { code: "refused" };
  assert.throws(() => events.tell(late), refused);
  await new Promise((resolve) => setImmediate(resolve));
  assert.throws(() => events.tell(late), refused, "passed on is not heard");
  gate.resolve(true);
  await events.replay();
  events.tell(late);
});

test("a project that is closed for a while hears afterwards what was told, in order, and others at once", async () => {
  let isOpen = false;
  const heard: string[] = [];
  const { events } = stage({
    listenerOf: (root) =>
      root === "/a" && !isOpen
        ? undefined
        : { receive: async (one) => heard.push(`${root}: ${wordOf(one)}`) > 0 },
    absence: () => "coming",
  });
  events.tell(prompt("one"));
  events.tell(prompt("two", { session: "other" }));
  events.tell(prompt("elsewhere", { cwd: "/b" as AbsPath, session: "third" }));
  await events.replay();
  assert.deepEqual(heard, ["/b: elsewhere"]);
  isOpen = true;
  events.tell(prompt("three"));
  await events.replay();
  assert.deepEqual(heard.slice(1), ["/a: one", "/a: two", "/a: three"]);
  assert.equal(events.lost, undefined);
});

test("what waits for a project when the daemon ends is left for the next one", async () => {
  const { events, heard, kept } = stage({ listenerOf: () => undefined, absence: () => "coming" });
  events.tell(prompt("one"));
  events.tell(claim("/b/y"));
  await events.replay();
  events.close();
  assert.deepEqual([kept.map(wordOf), heard], [["one", "/b/y"], []]);
});

test("what no project hears though it ought to is counted, and what none ought to hear is not", async () => {
  for (const [absence, count] of [
    ["failed", 1],
    [undefined, undefined],
  ] as const) {
    const { events } = stage({ listenerOf: () => undefined, absence: () => absence });
    events.tell(prompt("one"));
    await events.replay();
    assert.equal(events.lost?.events, count);
  }
  const { events } = stage({ listenerOf: () => undefined, absence: () => "coming" });
  for (let n = 0; n <= limits.spool.heldMax; n += 1) events.tell(prompt(`${n}`));
  await events.replay();
  assert.deepEqual(events.lost, { events: 1, lastAt: now });
});
