import { type OpenScope, openScope, pathFields, viewerOf } from "@unf/answers";
import {
  directoryKey,
  extensionKey,
  groupUsage,
  limits,
  renderLocalDate,
  UnfError,
  type UsageGroup,
  type Zone,
} from "@unf/core";
import type { FlagTable } from "../frame/argv/flag.ts";
import { limitFlag } from "../frame/argv/limit-flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { homeSizeJson, renderUsage, usageJson } from "./du-text.ts";

const keys = ["dir", "file", "ext", "day", "session"] as const;

const duFlags = {
  by: { kind: "choice", choices: keys, help: "What is added up (default dir)" },
  depth: {
    kind: "count",
    short: "d",
    value: "<levels>",
    min: 1,
    max: 100,
    help: "With --by dir: how many levels of directories (default 1)",
  },
  limit: limitFlag("lines", limits.usage.rows),
} as const satisfies FlagTable;

export const du = defineCommand({
  usage: ["du [path...] [--by dir|file|ext|day|session]"],
  about: [
    "Says what takes the room in a project's history, the largest first. Each content counts once, where it was recorded first, at its own size; on the disk it may take less, or nothing more when another project has it too. The last lines say what the whole store takes on its disk.",
    "In a pipe, each line has tabs: bytes, versions, name.",
  ],
  flags: duFlags,
  examples: [
    { line: "unf du", does: "which directories take the room" },
    { line: "unf du --by file -n 5", does: "the five files that take most" },
    { line: "unf du src -d 2", does: "two levels below the root, of src only" },
    { line: "unf du --by day", does: "how much came on which day" },
  ],
  exits: { 3: "not watched, or nothing recorded of a path" },
  args: { min: 0, max: 1000 },
  run: runDu,
});

async function runDu(call: Call<typeof duFlags>): Promise<Answer> {
  const { flags } = call;
  const by = flags.by ?? "dir";
  if (flags.depth !== undefined && by !== "dir") {
    throw new UnfError("usage", "--depth goes with --by dir", { hint: "unf du --help" });
  }
  const home = await call.asker.openHome();
  const scope = openScope(call.asker, home, call.args);
  const groups = readGroups(scope, by, {
    depth: flags.depth ?? 1,
    zone: viewerOf(call.asker).zone,
  });
  const total = groups.reduce((sum, { bytes }) => sum + bytes, 0);
  const listed = groups.slice(0, flags.limit ?? limits.usage.rows);
  const more = groups.length - listed.length;
  if (more > 0 && !call.terminal.isForPerson) call.note(`and ${more} more: --limit <count>`);
  const size = await home.wiring.measureHome(home.reader.home);
  return {
    kind: "document",
    schema: "unf.du/1",
    isLong: true,
    document: () => ({
      ...pathFields("root", scope.project.root),
      by,
      rows: listed.map((group) => usageJson(group, by)),
      more,
      total_bytes: total,
      store: homeSizeJson(size),
    }),
    records: () => listed.map((group) => ({ type: "usage", ...usageJson(group, by) })),
    end: () => ({ more, total_bytes: total, store: homeSizeJson(size) }),
    text: (view) => renderUsage({ groups: listed, more, total, size }, view),
  };
}

/** What the timeline says, added up; days are the person's own. */
function readGroups(
  { reader: { timeline }, within }: OpenScope,
  by: (typeof keys)[number],
  { depth, zone }: { readonly depth: number; readonly zone: Zone },
): UsageGroup[] {
  switch (by) {
    case "dir":
      return groupUsage(timeline.usage("file", within), (row) => directoryKey(row, depth));
    case "file":
      return groupUsage(timeline.usage("file", within), ({ path }) => path);
    case "ext":
      return groupUsage(timeline.usage("file", within), extensionKey);
    case "day":
      return groupUsage(timeline.usage("minute", within), ({ at }) => renderLocalDate(at, zone));
    case "session":
      return groupUsage(timeline.usage("session", within), ({ session }) => session ?? "(none)");
  }
}
