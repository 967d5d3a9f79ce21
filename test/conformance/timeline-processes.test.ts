import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import type { AbsPath, BlobId, ProjectId, RelPath, WallMs } from "@unf/core/base";
import type { Recording } from "@unf/core/ports";
import { unknownAuthor } from "@unf/core/timeline";
import { openTimeline } from "@unf/timeline";
import { always } from "../kit/always.ts";

// Another process reads while this one writes, drains and checkpoints.

const rounds = 150;

/** Reads until it sees the last row; every answer must be whole: rows 1 to n, and the state they make. */
const reading = `
import { keptRows } from "@unf/core/timeline";
import { openTimelineReader } from "@unf/timeline";
const path = process.argv[1];
const wanted = Number(process.argv[2]);
const everything = { within: [], interim: true, order: "oldest" };
for (let seen = -1; ; ) {
  using reader = openTimelineReader(path);
  const rows = [...reader.find(everything)];
  if (rows.some((row, index) => row.id !== index + 1)) throw new Error("a row is missing");
  if (rows.length < seen) throw new Error("a row has gone");
  if (rows.length % 3 !== 0) throw new Error("half a batch");
  if (rows.length > seen) process.stdout.write("saw " + rows.length + "\\n");
  seen = rows.length;
  const state = keptRows(reader.stateAt({ id: seen }, []));
  if (state.length !== Math.min(3, seen)) throw new Error("a state of " + state.length);
  if (seen === wanted) break;
}
`;

function recording(path: string, n: number): Recording {
  const hash = n.toString(16).padStart(64, "0") as BlobId;
  const mode = 0o100644;
  const stat = { dev: 1n, ino: BigInt(n), size: 1n, mtimeNs: 1n, ctimeNs: 1n, mode };
  return {
    snapshot: {
      path: path as RelPath,
      hash,
      bytes: 1,
      at: (1_700_000_000_000 + n) as WallMs,
      event: "modify",
      counts: null,
      settled: n % 2 === 0,
      mode,
      cause: "event",
      renamedFrom: null,
      operation: null,
      author: unknownAuthor,
    },
    head: { path: path as RelPath, hash, bytes: 1, mode, stat, racy: false },
  };
}

test("a second process always reads whole batches while the first one writes", {
  timeout: 60_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-timeline-"));
  const path = join(directory, "timeline.db") as AbsPath;
  const create = {
    project: "0123456789abcdef" as ProjectId,
    root: "/p" as AbsPath,
    dev: 1n,
    ino: 1n,
    createdAt: 0 as WallMs,
  };
  const timeline = openTimeline(path, always, { create });
  const child = spawn(
    process.execPath,
    ["--input-type=module", "-e", reading, "--", path, String(rounds * 3)],
    { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, "saw 0");
    for (let round = 0; round < rounds; round += 1) {
      const recordings = ["a", "b/c", "d"].map((name, i) => recording(name, round * 3 + i));
      const inbox = recordings.map(({ snapshot }) => ({
        hash: snapshot.hash as BlobId,
        bytes: new Uint8Array(20_000),
      }));
      timeline.commit({ inbox, recordings, restats: [], settlements: [] });
      timeline.dropFromInbox(inbox.map(({ hash }) => hash));
      if (round % 40 === 0) timeline.relax();
      // Not faster than the other one reads, so that it reads in between and not only at the end.
      if (round % 30 === 0) assert.match(String((await lines.next()).value), /^saw \d+$/);
    }
    const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    assert.equal(code, 0);
  } finally {
    child.kill("SIGKILL");
    timeline[Symbol.dispose]();
    rmSync(directory, { recursive: true, force: true });
  }
});
