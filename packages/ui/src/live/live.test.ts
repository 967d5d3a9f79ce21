import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import type { ChangedProject } from "../base/host.ts";
import { fakeHost } from "../testing/fake-host.ts";
import { Live } from "./live.ts";

const p: ChangedProject = { id: "p-0000000000000001", root: "/srv/p", version: "v1" };

/** A host whose rows and looks the test makes. */
function openHost() {
  let isRecording = true;
  let looks: (() => void)[] = [];
  const sinks = new Set<(project: ChangedProject | undefined) => void>();
  const host = fakeHost({
    follow: async function* (signal) {
      const waiting: ChangedProject[] = [];
      let isOver = false;
      let wake: (() => void) | undefined;
      const sink = (project: ChangedProject | undefined) => {
        if (project === undefined) isOver = true;
        else waiting.push(project);
        wake?.();
      };
      sinks.add(sink);
      signal.addEventListener("abort", () => sink(undefined));
      while (!isOver) {
        yield* waiting.splice(0);
        if (!isOver && waiting.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      sinks.delete(sink);
    },
    recording: async () => ({
      kind: "answered",
      value: { isRecording, why: isRecording ? undefined : "the daemon is not running" },
    }),
    every: (_, ring) => {
      looks.push(ring);
      return {
        [Symbol.dispose]: () => {
          looks = looks.filter((one) => one !== ring);
        },
      };
    },
  });
  return {
    host,
    record: (project: ChangedProject) => sinks.forEach((sink) => void sink(project)),
    endDaemon: () => {
      isRecording = false;
      for (const sink of [...sinks]) sink(undefined);
    },
    startDaemon: () => {
      isRecording = true;
    },
    look: async (times: number) => {
      for (let time = 0; time < times; time += 1) for (const ring of looks) ring();
      await settle();
    },
    get following() {
      return sinks.size;
    },
    get looking() {
      return looks.length;
    },
  };
}

/** A response that keeps what is written to it. */
function openResponse(unread = 0) {
  const written: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    writableLength: unread,
    destroyed: false,
    writeHead: () => response,
    write: (text: string) => void written.push(text),
    destroy: () => {
      response.destroyed = true;
      response.emit("close");
    },
  });
  return {
    response: response as unknown as ServerResponse,
    destroy: response.destroy,
    lastId: () => /id: (\S+)/.exec(written.at(-1) ?? "")?.[1],
    take: () =>
      written
        .splice(0)
        .join("")
        .split("\n\n")
        .filter((event) => event.includes("event:"))
        .map((event) => event.replace(/^id: [\d.]+\nevent: (\w+)\ndata: /, "$1 ")),
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("pages hear of new rows of their project, and of whether anything is recorded", async () => {
  const world = openHost();
  const live = new Live(world.host);
  const [all, own, other] = [openResponse(), openResponse(), openResponse()];
  live.open(all.response, undefined, undefined);
  live.open(own.response, p.root, undefined);
  live.open(other.response, "p-0000000000000002", undefined);
  await settle();
  assert.equal(world.following, 1, "one subscription for all pages");
  assert.deepEqual(all.take(), ['recording {"project":null,"recording":true}']);
  own.take();
  other.take();

  world.record(p);
  await settle();
  const rows = `rows {"project":"${p.id}","cursor":"v1"}`;
  assert.deepEqual([all.take(), own.take(), other.take()], [[rows], [rows], []]);
  await world.look(1);
  assert.deepEqual(own.take(), [rows], "again, until it has settled");
  await world.look(4);
  assert.doesNotMatch(all.take().join("\n"), /recording/, "said once, until it is otherwise");

  world.endDaemon();
  await world.look(5);
  assert.match(
    all.take().join("\n"),
    /recording \{"project":null,"recording":false,"why":"the daemon is not running"\}/,
  );
  world.startDaemon();
  await world.look(5);
  assert.equal(world.following, 1, "looked for again");
  assert.match(all.take().join("\n"), /"recording":true/);
  const renewals = () =>
    all.take().filter((event) => event === 'rows {"project":null,"cursor":null}');
  await world.look(5);
  assert.equal(renewals().length, 1, "of what came before it, nobody told");
  await world.look(5);
  assert.equal(renewals().length, 0);

  for (const one of [all, own, other]) one.destroy();
  await settle();
  assert.deepEqual([live.pages, world.following, world.looking], [0, 0, 0], "silent");
});

test("a page that was cut off is told of what it missed, and of nothing where it missed nothing", async () => {
  const world = openHost();
  const live = new Live(world.host);
  const [stays, goes] = [openResponse(), openResponse()];
  live.open(stays.response, undefined, undefined);
  live.open(goes.response, undefined, undefined);
  await settle();
  world.record(p);
  await settle();
  const cursor = goes.lastId();
  goes.destroy();
  const [early, late, other] = [openResponse(), openResponse(), openResponse()];
  live.open(early.response, undefined, cursor);
  await settle();
  assert.deepEqual(early.take(), ['recording {"project":null,"recording":true}']);
  const q = { id: "p-0000000000000002", root: "/srv/q", version: "v9" };
  world.record(q);
  await settle();
  live.open(late.response, undefined, cursor);
  live.open(other.response, p.root, cursor);
  await settle();
  assert.equal(late.take()[0], `rows {"project":"${q.id}","cursor":"v9"}`);
  assert.doesNotMatch(other.take().join(), /rows/);
});

test("a page that was cut off asks anew, and one that does not read is let go", async () => {
  const world = openHost();
  const live = new Live(world.host);
  const back = openResponse();
  live.open(back.response, undefined, "1.1");
  await settle();
  assert.deepEqual(back.take()[0], 'rows {"project":null,"cursor":null}');
  const deaf = openResponse(1 << 20);
  live.open(deaf.response, undefined, undefined);
  await settle();
  assert.equal(deaf.response.destroyed, true);
  assert.equal(live.pages, 1);
  back.destroy();
  live.open(openResponse().response, undefined, undefined);
  await settle();
  assert.equal(world.following, 1, "begins again when a page comes back");
});
