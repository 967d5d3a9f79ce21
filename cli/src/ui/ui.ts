import { join } from "node:path";
import { systemCode, UnfError } from "@unf/core/base";
import type { UiServer } from "@unf/ui";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { openUiHost } from "./open-ui-host.ts";
import { tunnelCommand } from "./tunnel.ts";

const flags = {
  port: {
    kind: "count",
    value: "<n>",
    ...{ min: 0, max: 65535 },
    help: "Listen on this port (default: one that is free)",
  },
  "no-open": {
    kind: "switch",
    help: "Open no browser; none is opened yet, the address is printed",
  },
} as const satisfies FlagTable;

export const ui = defineCommand({
  usage: ["ui [flags]"],
  about: [
    "Serves the timeline to the browser of this machine: what happened, the tree as it was, every version of a file, and what was deleted. It prints the address to open, which works once, and goes on until Ctrl-C, or until no page has been open for 30 minutes.",
    "It listens on 127.0.0.1 only. Nothing is loaded from elsewhere and nothing is sent elsewhere.",
  ],
  flags,
  examples: [{ line: "unf ui", does: "print the address of the page and serve it" }],
  exits: {},
  args: { min: 0, max: 0 },
  run: runUi,
});

async function runUi(call: Call<typeof flags>): Promise<Answer> {
  const { serveUi } = await import("@unf/ui");
  const server = await startServer(() =>
    serveUi(openUiHost(call.world), { port: call.flags.port ?? 0, page: pageDirectory() }),
  );
  const url = server.drawAddress();
  const tunnel = tunnelCommand(call.world.env, server.port);
  if (tunnel !== undefined) call.note(`on the machine you sit at, first: ${tunnel}`);
  return {
    kind: "document",
    schema: "unf.ui/1",
    document: () => ({ url, port: server.port }),
    text: () => [url],
    goOn: async () => {
      await Promise.race([call.world.endAsked(), server.idle]);
      await server.close();
    },
  };
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

/** Beside the bundle; of the sources, where the build puts it. */
function pageDirectory(): string {
  const here = import.meta.dirname;
  return here.endsWith("dist") ? join(here, "ui") : join(here, "../../dist/ui");
}
