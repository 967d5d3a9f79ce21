import { killForget } from "../row/kill-forget.ts";
import type { Mutant } from "./mutants.ts";

/** A row that forgets once, with nothing in its way. */
const whole: Mutant["row"] = async (tree, interposer) =>
  (await killForget({ interposer, tree, choose: () => [] })).measures;

/** Ways to forget too little. */
export const forgetMutants: readonly Mutant[] = [
  {
    name: "deleted rows and texts are not overwritten (secure_delete=OFF)",
    replacements: [
      {
        file: "packages/timeline/src/pragmas.ts",
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
        file: "packages/timeline/src/writer.ts",
        text: `connection.pragma("wal_checkpoint(TRUNCATE)") === 0 ? "done" : "busy"`,
        by: `connection.pragma("wal_checkpoint(NOOP)") === 0 ? "done" : "done"`,
      },
      {
        file: "packages/timeline/src/driver.ts",
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
        file: "packages/engine/src/forget/forget-contents.ts",
        text: "(hash) => !isGone.has(hash),",
        by: "(hash) => !isGone.has(hash) || true,",
      },
    ],
    caughtBy: ["contentLost"],
    row: whole,
  },
  {
    name: "payloads and labels are left as they are",
    replacements: [
      {
        file: "packages/wiring/src/forget/carry-on.ts",
        text: "timeline.scrub(needles)",
        by: "timeline.scrub([])",
      },
    ],
    caughtBy: ["secretsLeft"],
    row: whole,
  },
];
