import { UnfError } from "@unf/core/base";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { exportFlags } from "./flags.ts";
import { gitAnswer } from "./git-answer.ts";
import { tarAnswer } from "./tar-answer.ts";

export const exportCommand = defineCommand({
  usage: [
    "export git <dir> [--ref <ref>] [--since <time>] [--squash-turns]",
    "export tar --at <time> [--output <file>]",
  ],
  about: [
    "git writes the history of a project as commits: one for each turn of an agent, each restore, each mass change, and for each stretch of other work. They go to one ref (refs/unf/<project>) of a repository that is made when it is not there; index, HEAD, files and other refs stay as they are. A second run adds what is new.",
    "tar writes the files as they were at an instant as one archive, to stdout or a new file. The same instant is always the same archive.",
    "Files that hold secrets by their name (.env*, private keys) are left out unless --include-secrets is given. What is not recorded yet is not exported; unf flush records everything on disk.",
  ],
  flags: exportFlags,
  examples: [
    { line: "unf export git ../shop-history.git", does: "everything, for git log and git blame" },
    {
      line: "unf export git . --ref refs/unf/shop -n",
      does: "what it would add to this repository",
    },
    {
      line: "unf export tar --at 10m -o before.tar",
      does: "the files as they were ten minutes ago",
    },
  ],
  exits: {
    3: "not watched, or nothing was recorded then",
    4: "the directory, ref or file holds something else",
    8: "contents are lost; everything else was written",
  },
  args: { min: 1, max: 2 },
  run: runExport,
});

function runExport(call: Call<typeof exportFlags>): Promise<Answer> {
  const [what, word] = call.args;
  if (what === "git" && word !== undefined) return gitAnswer(call, word);
  if (what === "tar" && word === undefined) return tarAnswer(call);
  throw new UnfError("usage", `export does not take "${call.args.join(" ")}"`, {
    hint: "unf export git <dir>, or unf export tar --at <time>",
  });
}
