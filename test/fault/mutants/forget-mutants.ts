import { cutForget } from "../row/cut-forget.ts";
import { killForget } from "../row/kill-forget.ts";
import type { Mutant } from "./mutants.ts";

/** A row that forgets once, with nothing in its way. */
const whole: Mutant["row"] = async (tree, interposer) =>
  (await killForget({ interposer, tree, choose: () => [] })).measures;

/** A row that cuts the power once, before a call or right after the answer. */
const cut =
  (what: "file" | "project", call?: RegExp): Mutant["row"] =>
  async (tree, interposer) => {
    const choose = (calls: readonly string[]) =>
      call === undefined ? [] : [calls.findIndex((one) => call.test(one))];
    const row = await cutForget({ interposer, tree, what, choose });
    return typeof row === "string" ? row : row.measures;
  };

/** Ways to forget too little. */
export const forgetMutants: readonly Mutant[] = [
  {
    name: "deleted rows and texts are not overwritten (secure_delete=OFF)",
    replacements: [
      {
        file: "packages/timeline/src/file/pragmas.ts",
        text: `secure_delete: { set: "ON", reads: 1 }`,
        by: `secure_delete: { set: "OFF", reads: 0 }`,
      },
    ],
    caughtBy: ["secretsLeft"],
    row: whole,
  },
  {
    name: "the write-ahead log keeps what was deleted",
    replacements: [
      {
        file: "packages/timeline/src/write/writer.ts",
        text: `connection.pragma("wal_checkpoint(TRUNCATE)") === 0 ? "done" : "busy"`,
        by: `connection.pragma("wal_checkpoint(NOOP)") === 0 ? "done" : "done"`,
      },
      {
        file: "packages/timeline/src/file/driver.ts",
        text: "    database?.close();",
        by: "    void database;",
      },
    ],
    caughtBy: ["secretsLeft"],
    row: whole,
  },
  {
    name: "the trash is not looked into",
    replacements: [
      {
        file: "packages/store/src/forget.ts",
        text: "  removeTrash(ports, hashes);",
        by: "  void removeTrash;",
      },
    ],
    caughtBy: ["secretsLeft", "contentLost"],
    row: whole,
  },
  {
    name: "packs are not written anew",
    replacements: [
      {
        file: "packages/engine/src/keep/forget/forget-contents.ts",
        text: "(hash) => !isGone.has(hash) ||",
        by: "(hash) => !isGone.has(hash) || true ||",
      },
    ],
    caughtBy: ["contentLost"],
    row: whole,
  },
  {
    name: "payloads and labels are left as they are",
    replacements: [
      {
        file: "packages/maintenance/src/forget/carry-on.ts",
        text: "timeline.scrub(needles)",
        by: "timeline.scrub([])",
      },
    ],
    caughtBy: ["secretsLeft"],
    row: whole,
  },
  {
    name: "that the history of a project is gone is not flushed",
    replacements: [
      {
        file: "packages/maintenance/src/forget/carry-on.ts",
        text: "  fs.syncDirectory(directoryOf(directory));",
        by: "",
      },
    ],
    caughtBy: ["secretsLeft"],
    row: cut("project"),
  },
  {
    name: "an order is not on the disk when what it names is deleted (synchronous=OFF)",
    replacements: [
      {
        file: "packages/timeline/src/file/pragmas.ts",
        text: `synchronous: { set: "FULL", reads: 2 }`,
        by: `synchronous: { set: "OFF", reads: 0 }`,
      },
    ],
    caughtBy: ["ackedLost", "contentLost", "secretsLeft"],
    row: cut("file", /^unlink \/home\/projects\/.*\/backup\//),
  },
  {
    name: "a file that cannot be removed counts as removed",
    replacements: [
      {
        file: "packages/maintenance/src/forget/forget-files.ts",
        text: "  for (const path of paths) fs.remove(path);",
        by: "  for (const path of paths) {\n    try {\n      fs.remove(path);\n    } catch {}\n  }",
      },
    ],
    caughtBy: ["secretsLeft"],
    row: async (tree, interposer) => {
      const choose = (calls: readonly string[]) => [
        calls.findIndex((call) => /^unlink \/home\/projects\/.*\/backup\//.test(call)),
      ];
      return (await killForget({ interposer, tree, choose, errors: ["EIO"] })).measures;
    },
  },
];
