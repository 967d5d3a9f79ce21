import { cutMigration } from "../row/cut-migration.ts";
import { killMigration } from "../row/kill-migration.ts";
import type { Mutant } from "./mutants.ts";

const version = 5;

/** A row that kills a migration once, just before the first call that fits. */
const kill =
  (call: RegExp, nth = 0): Mutant["row"] =>
  async (tree, interposer) => {
    const choose = (calls: readonly string[]) =>
      calls.flatMap((one, at) => (call.test(one) ? at : [])).slice(nth, nth + 1);
    return (await killMigration({ interposer, tree, version, choose })).measures;
  };

/** Ways to break the step from an older format to a newer one. */
export const migrationMutants: readonly Mutant[] = [
  {
    name: "the copy from before a migration is flushed neither by SQLite nor afterwards",
    replacements: [
      {
        file: "packages/timeline/src/file/backup.ts",
        text: "    syncFile(unfinished);",
        by: "    void syncFile;",
      },
      {
        file: "packages/timeline/src/file/pragmas.ts",
        text: `synchronous: { set: "FULL", reads: 2 }`,
        by: `synchronous: { set: "OFF", reads: 0 }`,
      },
    ],
    caughtBy: ["rowsWithoutBlob", "ackedLost"],
    row: async (tree, interposer) => {
      const row = await cutMigration({ interposer, tree, version, choose: () => [] });
      return typeof row === "string" ? row : row.measures;
    },
  },
  {
    name: "a migration is not one transaction",
    replacements: [
      {
        file: "packages/timeline/src/file/schema.ts",
        text: `    connection.transaction("EXCLUSIVE", () => {
      for (const { to, sql } of needed) {
        connection.script(sql);
        connection.pragma(\`user_version = \${to}\`);
      }
    });`,
        by: `    for (const { to, sql } of needed) {
      connection.script(sql);
      connection.pragma(\`user_version = \${to}\`);
    }`,
      },
    ],
    caughtBy: ["crash"],
    row: kill(/^pwrite .*timeline\.db-wal$/, 12),
  },
];
