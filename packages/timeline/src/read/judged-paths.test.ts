import assert from "node:assert/strict";
import { test } from "node:test";
import { finish, type RelPath, type SnapshotId, type WallMs } from "@unf/core/base";
import type { SnapshotQuery } from "@unf/core/ports";
import type { Connection } from "../file/driver.ts";
import { connectReader } from "../open/connect.ts";
import { createAt, openScratch, recording } from "../testing/scratch.ts";
import { createWriter } from "../write/writer.ts";
import { findInSteps, findSnapshots } from "./find.ts";
import { judgeMarks } from "./judged-paths.ts";

/** A filter as each question makes it anew, and the paths that it was asked about. */
function openFilter(ending: string, asked: string[]) {
  const isPath = (path: RelPath) => {
    asked.push(path);
    return path.endsWith(ending);
  };
  return { isPath, key: `ends in ${ending}` };
}

function find(connection: Connection, ending: string, asked: string[] = []): string {
  const query = queryOf(ending, asked);
  return [...findSnapshots(connection, query)].map(({ path }) => path).join(" ");
}

function queryOf(ending: string, asked: string[]): SnapshotQuery {
  return { within: [], interim: true, order: "oldest", among: [openFilter(ending, asked)] };
}

function openHistory(...paths: string[]) {
  const scratch = openScratch();
  const connection = createAt(scratch.path);
  const timeline = createWriter(connection);
  const record = (...more: string[]) =>
    timeline.commit({
      ...{ inbox: [], restats: [], settlements: [] },
      recordings: more.map((path) => recording(path)),
    });
  record(...paths);
  const forget = (...ids: number[]) =>
    timeline.deleteSnapshots({
      ...{ ids: ids as SnapshotId[], cause: "forget", argv: [], at: 0 as WallMs, whole: true },
    });
  return {
    ...{ path: scratch.path, connection, record, forget },
    [Symbol.dispose]: () => {
      connection[Symbol.dispose]();
      scratch[Symbol.dispose]();
    },
  };
}

test("a path is judged once by a filter, whoever asks for it", () => {
  using history = openHistory("a.ts", "b.md", "d/c.ts");
  using other = connectReader(history.path);
  const asked: string[] = [];
  assert.equal(find(history.connection, ".ts", asked), "a.ts d/c.ts");
  assert.equal(find(other, ".ts", asked), "a.ts d/c.ts");
  assert.deepEqual(asked, ["a.ts", "b.md", "d/c.ts"]);
  assert.equal(find(other, ".md"), "b.md");
  history.record("b.ts", "a.md");
  assert.equal(find(other, ".ts", asked), "a.ts d/c.ts b.ts");
  assert.deepEqual(asked.slice(3), ["b.ts", "a.md"]);
});

test("only paths with a text in them that matters are judged, of whatever names", () => {
  const paths = Array.from({ length: 2500 }, (_, n) => `d${n % 7}/${n}.ts`);
  using history = openHistory(...paths, "d/\udce9.ts", "x.md");
  const odd = ["d/\udce9.ts"];
  for (const [isPath, directories] of [[false], [true], [false, ["d3"]]] as const) {
    const asked: string[] = [];
    const among = {
      isPath: (path: RelPath) => {
        asked.push(path);
        return path.endsWith("77.ts") ? !isPath : isPath;
      },
      key: `77 ${isPath} ${directories}`,
      directories: directories as readonly RelPath[] | undefined,
      alike: { without: [["d", "77", "t"], ["s", "77"], ["*"]], isPath },
    };
    const { marks, isAll } = finish(judgeMarks(history.connection, among));
    const isLooked = (path: string) => directories === undefined || path.startsWith("d3/");
    const named = paths.filter((path) => path.includes("77") && isLooked(path));
    assert.deepEqual(asked.toSorted(), [...named, ...odd.filter(isLooked)].toSorted());
    const expected = [...paths, "d/", "x.md"].map((path) =>
      Number((path.endsWith("77.ts") && isLooked(path)) !== isPath),
    );
    assert.deepEqual([...marks], expected);
    assert.equal(isAll, false);
  }
  const every = { isPath: () => true, key: ".", alike: { without: [["s"], ["x"]], isPath: false } };
  assert.equal(finish(judgeMarks(history.connection, every)).isAll, true, "each was judged");
  const most = { ...every, key: "s", alike: { without: [["s"]], isPath: false } };
  assert.equal(finish(judgeMarks(history.connection, most)).isAll, false);
});

test("two who ask at the same time share the work", () => {
  const paths = Array.from({ length: 2000 }, (_, n) => `d/${n}.ts`);
  using history = openHistory(...paths);
  const asked: string[] = [];
  const [one, other] = ["first", "second"].map(() =>
    findInSteps(history.connection, queryOf("7.ts", asked)),
  );
  const found = [one, other].map(() => [] as string[]);
  for (let left = 2; left > 0; ) {
    left = 0;
    for (const [index, steps] of [one, other].entries()) {
      const step = steps?.next();
      if (step?.done !== false) continue;
      left += 1;
      if (step.value !== undefined) found[index]?.push(step.value.path);
    }
  }
  const expected = paths.filter((path) => path.endsWith("7.ts"));
  assert.deepEqual(found, [expected, expected]);
  assert.equal(asked.length, paths.length);
});

test("what is recorded while paths are judged is judged, too", () => {
  using history = openHistory(...Array.from({ length: 600 }, (_, n) => `d/${n}.ts`));
  const steps = judgeMarks(history.connection, openFilter("new.ts", []));
  steps.next();
  // Before and behind the paths that were looked at.
  history.record("a/new.ts", "z/new.ts", "z/old.ts");
  const { marks } = finish(steps);
  assert.deepEqual([...marks.subarray(600)], [1, 1, 0]);
  assert.ok(!marks.subarray(0, 600).includes(1));
});

test("a number that another path has got is judged anew", () => {
  using history = openHistory("a.ts", "b.ts");
  assert.equal(find(history.connection, ".ts"), "a.ts b.ts");
  history.forget(2);
  history.record("b.md");
  assert.equal(find(history.connection, ".ts"), "a.ts");
  assert.equal(find(history.connection, ".md"), "b.md");
  const steps = judgeMarks(history.connection, openFilter("d", []));
  steps.next();
  history.forget(3);
  history.record("c.rs");
  assert.deepEqual([...finish(steps).marks], [0, 0]);
});

test("two histories have nothing of each other", () => {
  using one = openHistory("a.ts", "b.md", "c.rs");
  using other = openHistory("b.md", "a.ts", "c.rs");
  assert.equal(find(one.connection, ".ts"), "a.ts");
  assert.equal(find(other.connection, ".ts"), "a.ts");
});

test("however many filters there are, each is right", () => {
  using history = openHistory(...Array.from({ length: 30 }, (_, n) => `f${n}.ts`));
  for (const round of [0, 1]) {
    for (let n = 10; n < 30; n += 1)
      assert.equal(find(history.connection, `f${n}.ts`), `f${n}.ts`, `round ${round}`);
  }
});
