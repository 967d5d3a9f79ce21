import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "@unf/core/base";
import type { Op } from "./line.ts";

/** A path with what stands there after a change. */
export interface State {
  readonly path: string;
  readonly content: string | null;
}

/** Makes the change, and tells what came of it: nothing where somebody else was first. */
export function applyOp(op: Op): readonly State[] {
  switch (op.do) {
    case "write":
      return write(op);
    case "remove":
    case "move":
      try {
        if (op.do === "move") renameSync(op.path, op.to);
        else rmSync(op.path);
      } catch (thrown) {
        if (systemCode(thrown) === "ENOENT") return [];
        throw thrown;
      }
      return statesAfter(op, []);
    case "remove-tree": {
      const files = filesOf(op.path);
      rmSync(op.path, { recursive: true, force: true });
      return statesAfter(op, files);
    }
  }
}

/** The states that the change left behind; `files`: those that lay in a directory which is gone. */
export function statesAfter(op: Op, files: readonly string[]): readonly State[] {
  switch (op.do) {
    case "write":
      return [{ path: op.path, content: op.content }];
    case "remove":
      return [{ path: op.path, content: null }];
    case "move": {
      // Content of whatever stood there at that instant: nobody else knows the new name.
      const content = readFileSync(op.to, "utf8");
      return [
        { path: op.path, content: null },
        { path: op.to, content },
      ];
    }
    case "remove-tree":
      return files.map((path) => ({ path, content: null }));
  }
}

export function filesOf(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).map((name) => join(directory, name));
}

/** How long a slow write keeps its file open. */
export const slowMs = 300;

function writeSlowly({ path, content }: Extract<Op, { do: "write" }>): void {
  const file = openSync(path, "w");
  writeSync(file, content);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slowMs);
  closeSync(file);
}

/** Where a file is written that is then renamed over this one. */
export function besideOf(path: string): string {
  return `${path}.new`;
}

function write(op: Extract<Op, { do: "write" }>): readonly State[] {
  mkdirSync(dirname(op.path), { recursive: true });
  if (op.slow === true) {
    writeSlowly(op);
    return statesAfter(op, []);
  }
  if (!op.whole) {
    writeFileSync(op.path, op.content);
    return statesAfter(op, []);
  }
  const beside = besideOf(op.path);
  writeFileSync(beside, op.content);
  renameSync(beside, op.path);
  return [
    { path: beside, content: op.content },
    { path: beside, content: null },
    ...statesAfter(op, []),
  ];
}
