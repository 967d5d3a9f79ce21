import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AbsPath, systemCode, UnfError, version } from "@unf/core/base";
import type { UiServer } from "@unf/ui";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { World } from "../frame/world/world.ts";
import { openUiHost } from "./open-ui-host.ts";
import { planOpening } from "./plan-opening.ts";
import type { RunningNote } from "./running-note.ts";
import { tunnelCommand } from "./tunnel.ts";

const flags = {
  port: {
    kind: "count",
    value: "<n>",
    ...{ min: 0, max: 65535 },
    help: "Serve a page of its own on this port (default: one that is free)",
  },
  "no-open": { kind: "switch", help: "Open no browser; only print the address" },
} as const satisfies FlagTable;

export const ui = defineCommand({
  usage: ["ui [flags]"],
  about: [
    "Opens the timeline in the browser of this machine: what happened, the tree as it was, every version of a file, and what was deleted. It goes on until Ctrl-C, or until no page has been open for 30 minutes. While it goes on, another unf ui opens a page of the same one, and ends.",
    "The address that it prints works once. It is there for another browser, and for machines where nobody sits: over SSH, in a container and without a screen no browser is opened, unless $BROWSER names one; with --json neither.",
    "It listens on 127.0.0.1 only. Nothing is loaded from elsewhere and nothing is sent elsewhere.",
  ],
  flags,
  examples: [
    { line: "unf ui", does: "open the timeline in the browser" },
    { line: "unf ui --no-open", does: "print an address that opens it once" },
  ],
  exits: {},
  args: { min: 0, max: 0 },
  wait: null,
  run: runUi,
});

async function runUi(call: Call<typeof flags>): Promise<Answer> {
  const host = openUiHost(call.world, async (question, signal) =>
    (await import("./answer-apart.ts")).answerApart(question, signal),
  );
  // A server that an agent has started only shows: no person is led to it, and no agent to a person's.
  const home = (await host.whyReadOnly()) === undefined ? await findHome(call.world) : undefined;
  const running = home && (await findRunning(home));
  const { port = running?.port ?? 0 } = call.flags;
  if (running?.port === port) return answerWith(call, { ...running, isJoined: true });
  await call.world.beginSmall();
  const { serveUi } = await import("@unf/ui");
  const server = await startServer(async () => serveUi(host, { port, page: await pageFiles() }));
  const { key } = server;
  const note = { port: server.port, key, version };
  const forget = home && running === undefined ? await noteServer(home, note) : undefined;
  return answerWith(call, {
    ...{ port: server.port, drawAddress: async () => server.drawAddress(), isJoined: false },
    goOn: async () => {
      await Promise.race([call.world.endAsked(), server.idle]);
      forget?.();
      await server.close();
    },
  });
}

/** A server that has a page for whoever asks. */
interface Served {
  readonly port: number;
  readonly isJoined: boolean;
  readonly drawAddress: () => Promise<string | undefined>;
  readonly goOn?: () => Promise<void>;
}

async function answerWith(call: Call<typeof flags>, served: Served): Promise<Answer> {
  const { port, isJoined, drawAddress, goOn } = served;
  const url = (await drawAddress()) ?? `http://127.0.0.1:${port}/`;
  const tunnel = tunnelCommand(call.world.env, port);
  if (tunnel !== undefined) call.note(`on the machine you sit at, first: ${tunnel}`);
  const isQuiet = call.flags["no-open"] || call.globals.json || call.globals.jsonl;
  return {
    kind: "document",
    schema: "unf.ui/1",
    document: () => ({ url, port, joined: isJoined }),
    text: () => [url],
    goOn: async () => {
      const opening = isQuiet ? undefined : openBrowser(call, await drawAddress());
      // Ctrl-C need not wait for a browser.
      await goOn?.();
      if (goOn === undefined) await opening;
    },
  };
}

/** An address for the browser alone: the one that is printed stays good for another. */
async function openBrowser(call: Call<typeof flags>, url: string | undefined): Promise<void> {
  const { env, platform, startApart } = call.world;
  const isInContainer = ["/.dockerenv", "/run/.containerenv"].some((path) => existsSync(path));
  const openers = url === undefined ? [] : planOpening(url, { env, platform, isInContainer });
  for (const { argv, input = "" } of openers) {
    if (await startApart(argv, input)) return call.note("opened in the browser");
  }
  if (openers.length > 0) call.note("no browser could be opened: the address above opens the page");
}

/** The server of an earlier run of this very version, where one is. */
async function findRunning(home: AbsPath): Promise<Omit<Served, "isJoined"> | undefined> {
  const { readRunningNote } = await import("./running-note.ts");
  const note = readRunningNote(home);
  if (note === undefined || note.version !== version) return undefined;
  const { askRunning } = await import("@unf/ui");
  const first = await askRunning(note);
  if (first === undefined) return undefined;
  const left = [first];
  return { port: note.port, drawAddress: async () => left.pop() ?? (await askRunning(note)) };
}

async function noteServer(home: AbsPath, note: RunningNote): Promise<() => void> {
  return (await import("./running-note.ts")).noteRunning(home, note);
}

async function findHome(world: World): Promise<AbsPath | undefined> {
  const wiring = await world.wiring();
  const home = wiring.homeDirectory(world.env);
  if (wiring.readHomeKind(home) === "absent") return undefined;
  // Refuses a home that is another user's, before its note is believed.
  wiring.openHomeReader(home)[Symbol.dispose]();
  return home;
}

async function startServer(start: () => Promise<UiServer>): Promise<UiServer> {
  try {
    return await start();
  } catch (thrown) {
    if (systemCode(thrown) !== "EADDRINUSE" && systemCode(thrown) !== "EACCES") throw thrown;
    throw new UnfError("failed", "that port cannot be listened on", {
      hint: "leave --port out, or name another",
    });
  }
}

/** Inside the executable; else beside the bundle, and of the sources where the build puts it. */
async function pageFiles(): Promise<string | Readonly<Record<string, string>>> {
  const { carriedPage } = await import("@unf/system/runtime");
  const carried = carriedPage();
  if (carried !== undefined) return carried;
  const here = import.meta.dirname;
  return here.endsWith("dist") ? join(here, "ui") : join(here, "../../dist/ui");
}
