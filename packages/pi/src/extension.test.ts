import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Context, Entry, Event } from "./host.ts";

/** Answers what the extension asks of unf: two files would change, one of them edited by a person. */
const program = `#!/bin/sh
echo "$*" >> "$0.calls"
case "$*" in
  "checkpoint --list"*) echo '{"checkpoints":[{"id":"cp:1","at":"T1"}]}' ;;
  checkpoint*) echo '{"id":"cp:1","at":"T1"}' ;;
  restore*--dry-run*) echo '{"plan":"pl-1","summary":{"written":2},"actions":[
    {"path":"a","action":"write"},{"path":"b","action":"write"}]}' ;;
  restore*) echo '{"operation":"op-1","summary":{"written":2}}' ;;
  log*) echo '{"entries":[{"path":"a","author":{"type":"agent","name":"pi"}},
    {"path":"b","author":{"type":"human","name":null}}]}' ;;
  ops*) echo '{"operations":[{"id":"op-1","kind":"restore","undone_by":null,
    "argv":["restore","--at","cp:1","--exact"]}]}' ;;
  undo*) echo '{"operation":"op-2","summary":{"written":2}}' ;;
esac
`;

/** A session of pi with one prompt and its answer, and a person who takes the choice that fits. */
async function openPi(context: TestContext, choice: RegExp) {
  const root = mkdtempSync(join(tmpdir(), "unf-pi-"));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const file = join(root, "unf");
  writeFileSync(file, program, { mode: 0o755 });
  // The text that is installed has the program in front.
  (globalThis as { command?: readonly string[] }).command = [file];
  const { unf } = await import("./extension.ts");
  const entries: Entry[] = [
    { type: "message", id: "e1", parentId: null, message: { role: "user" } },
    { type: "message", id: "e2", parentId: "e1", message: { role: "assistant" } },
  ];
  const data = { entry: "e1", checkpoint: 1, at: "T1", session: "s1" };
  const point = { type: "custom", id: "e3", parentId: "e2", customType: "unf-checkpoint", data };
  const asked: string[] = [];
  const open = (name: string) => {
    const handlers: [string, (event: Event, ctx: Context) => unknown][] = [];
    unf({ on: (of, handle) => handlers.push([of, handle]), appendEntry: () => undefined });
    const all = [...entries, point];
    const ctx: Context = {
      ...{ cwd: root, hasUI: true },
      ui: {
        select: async (_title, options) => {
          asked.push(...options);
          return options.find((option) => choice.test(option));
        },
        notify: () => undefined,
        setStatus: () => undefined,
      },
      sessionManager: {
        getSessionId: () => name,
        getSessionFile: () => join(root, `${name}.jsonl`),
        getHeader: () => null,
        getEntry: (id) => all.find((entry) => entry.id === id),
        getEntries: () => all,
        getLeafId: () => "e3",
        getLabel: () => undefined,
      },
    };
    return async (of: string, event: Event): Promise<unknown> => {
      const answers: unknown[] = [];
      for (const [to, handle] of handlers) if (to === of) answers.push(await handle(event, ctx));
      return answers.find((answer) => answer !== undefined);
    };
  };
  const fire = open("s1");
  await fire("session_start", { reason: "startup" });
  const changes = (): string[] =>
    readFileSync(`${file}.calls`, "utf8")
      .split("\n")
      .filter((line) => /^(?:restore|undo)/.test(line) && !line.includes("--dry-run"));
  return { root, open, fire, asked, changes };
}

const restored = ["restore --at cp:1 --exact --plan pl-1 --yes --json"];
const fork: Event = { entryId: "e1", position: "before" };

for (const [name, event] of [
  ["session_before_fork", fork],
  ["session_before_tree", { preparation: { targetId: "e1" } }],
] as const) {
  test(`files only, at ${name}, changes the files and keeps the conversation`, async (context) => {
    const pi = await openPi(context, /^Files only/);
    assert.deepEqual(await pi.fire(name, event), { cancel: true });
    assert.deepEqual(pi.changes(), restored);
    assert.match(
      pi.asked.join("\n"),
      /^Files only \(2 written; 1 with edits not known to be pi's\)/m,
    );
  });

  test(`an undo at ${name} does nothing else`, async (context) => {
    const pi = await openPi(context, /^Undo last file rewind/);
    assert.deepEqual(await pi.fire(name, event), { cancel: true });
    assert.deepEqual(pi.changes(), ["undo op-1 --yes --json"]);
  });

  test(`conversation only, at ${name}, changes no file, and Escape nothing`, async (context) => {
    const pi = await openPi(context, /^Conversation only/);
    assert.equal(await pi.fire(name, event), undefined);
    const left = await openPi(context, /^nothing of it$/);
    assert.deepEqual(await left.fire(name, event), { cancel: true });
    assert.deepEqual([...pi.changes(), ...left.changes()], []);
  });
}

test("files and conversation are brought back together: the files once the fork is there", async (context) => {
  const pi = await openPi(context, /^Files and conversation/);
  assert.equal(await pi.fire("session_before_fork", fork), undefined);
  assert.deepEqual(pi.changes(), []);
  const previousSessionFile = join(pi.root, "s1.jsonl");
  await pi.open("s2")("session_start", { reason: "fork", previousSessionFile });
  assert.deepEqual(pi.changes(), restored);
});

test("a clone goes back to nothing: no question, and no file is changed in it", async (context) => {
  const pi = await openPi(context, /^Files and conversation/);
  const clone: Event = { entryId: "e2", position: "at" };
  assert.equal(await pi.fire("session_before_fork", clone), undefined);
  const previousSessionFile = join(pi.root, "s1.jsonl");
  await pi.open("s2")("session_start", { reason: "fork", previousSessionFile });
  assert.deepEqual([pi.asked, pi.changes()], [[], []]);
});
