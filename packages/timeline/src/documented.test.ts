import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Connection } from "./file/driver.ts";
import { identityMeta } from "./file/identity.ts";
import { everyConnection } from "./file/pragmas.ts";
import { applicationId, schemaVersion } from "./file/schema.ts";
import { createAt, identity, openScratch, recording } from "./testing/scratch.ts";
import { createWriter } from "./write/writer.ts";

const page = readFileSync(new URL("../../../docs/format/timeline.md", import.meta.url), "utf8");

/** The first cells of the rows of a section's table with this heading, without backquotes. */
function listed(section: string, heading: string): readonly (readonly string[])[] {
  const body = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? "";
  const lines = body.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  return lines
    .slice(start + 2, end)
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll("`", "")));
}

function tables(connection: Connection): string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')
    AND name NOT LIKE 'sqlite_%'`;
  return connection
    .statement(sql)
    .all()
    .map((row) => String(row[0]));
}

test("the page lists the columns of every table and view, with their types, in order, and no other", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const documented = [...page.matchAll(/^## (\w+)\n(?=[^#]*\| column \|)/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(documented.sort(), tables(connection).sort());
  for (const table of tables(connection)) {
    const columns = connection
      .statement("SELECT name, type FROM pragma_table_info(?)")
      .all(table)
      .map(([name, type]) => [name, type]);
    const described = listed(table, "column").map(([name, type]) => [name, type]);
    // SQLite knows no type of a view's column that is an expression.
    const known = described.map(([name, type], at) => [name, columns[at]?.[1] === "" ? "" : type]);
    assert.deepEqual(known, columns, table);
  }
});

test("the page lists every index of every table", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  for (const table of tables(connection)) {
    const names = connection
      .statement(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql <> ''",
      )
      .all(table)
      .map(([name]) => name);
    const described = listed(table, "index").map(([name]) => name);
    assert.deepEqual(described.sort(), names.sort(), table);
  }
});

test("the page names the version, the application id, every pragma and every key of meta", () => {
  assert.match(page, new RegExp(`^# The timeline, format ${schemaVersion}\n`));
  assert.ok(page.includes(`| \`application_id\` | ${applicationId}, the bytes \`unf1\``));
  assert.equal(Buffer.from(applicationId.toString(16), "hex").toString(), "unf1");
  const pragmas = listed("The file", "pragma").flatMap(([names = ""]) => names.split(", "));
  assert.deepEqual(pragmas.sort(), [...Object.keys(everyConnection), "query_only"].sort());
  const rows = listed("meta", "key");
  const keys = rows.flatMap(([names = ""]) => names.split(", "));
  const ofIdentity = identityMeta(identity).map(([key]) => key);
  assert.deepEqual(keys.slice(0, ofIdentity.length), ofIdentity);
  // The others come later, so it is said what a timeline without them means.
  for (const key of keys.slice(ofIdentity.length)) {
    assert.match(page, new RegExp(`^\\| \`${key}\` \\| .*Absent`, "m"));
  }
});

test("the invariants' queries on the page find nothing wrong, and find what is", () => {
  using scratch = openScratch();
  using connection = createAt(scratch.path);
  const [, sql = ""] = /```sql\n([^`]*)```/.exec(page) ?? [];
  const queries = sql.split(";").filter((text) => text.trim() !== "");
  assert.equal(queries.length, 3);
  const run = () => queries.map((query) => connection.statement(query).all());
  const recordings = [
    recording("a"),
    recording("b"),
    recording("b", { hash: null }),
    recording("a"),
  ];
  createWriter(connection).commit({ inbox: [], recordings, restats: [], settlements: [] });
  assert.deepEqual(run(), [[], [], [[0]]]);
  connection.script("UPDATE versions SET stamp = 1 WHERE id = 3");
  connection.script("UPDATE heads SET snapshot_id = 1 WHERE path = 1");
  connection.script("UPDATE totals SET content_bytes = 1");
  assert.deepEqual(run(), [[[2]], [[1, 4]], [[2]]]);
});
