import { defineCommand } from "../frame/call/command.ts";
import { logFlags } from "./flags.ts";
import { runLog } from "./log.ts";

const {
  limit,
  include,
  exclude,
  "ignore-case": ignoreCase,
  kind,
  author,
  session,
  turn,
  all,
  global,
} = logFlags;

const tailFlags = {
  limit: { ...limit, help: "Begin with so many versions (default 10)" },
  include,
  exclude,
  "ignore-case": ignoreCase,
  kind,
  author,
  session,
  turn,
  all,
  global,
};

/** The listing that goes on, under the name that other programs have for it. */
export const tail = defineCommand({
  usage: ["tail [flags] [path...]"],
  about: [
    "Prints versions as they are recorded, beginning with the last ten, until Ctrl-C: the same as unf log --follow. With --jsonl each is a record on a line of its own.",
  ],
  flags: tailFlags,
  examples: [
    { line: "unf tail", does: "what is saved in this project, as it is saved" },
    { line: "unf tail -1 --jsonl src", does: "the same of src for a script" },
  ],
  exits: { 3: "not watched, or nothing recorded of a path", 6: "the daemon is not running" },
  args: { min: 0, max: 1000 },
  run: (call) =>
    runLog({
      ...call,
      flags: {
        ...call.flags,
        ...{ follow: true, files: true, since: undefined, until: undefined, cursor: undefined },
        ...{ reverse: false, group: undefined, sessions: false, stat: false, patch: false },
        ...{ grep: undefined, reveal: false, "no-follow": false, histogram: undefined },
        ...{ "include-project": [], "exclude-project": [] },
      },
    }),
});
