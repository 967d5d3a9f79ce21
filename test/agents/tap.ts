import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleOf, type TempHome } from "../kit/index.ts";

/** One call of a hook: its input, and how long its process lived. */
export interface HookCall {
  readonly agent: string;
  /** When it was called, in milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly payload: string;
}

/**
 * The text of a program that is the hook and notes what it is handed: in the same process, so that it
 * takes the time that the hook takes and is started by whom the hook is. For every other command it is unf.
 */
const source = (hook: string, unf: string, log: string): string => `"use strict";
if (process.argv[2] !== "hook") return require(${JSON.stringify(unf)});
const { appendFileSync } = require("node:fs");
const { Socket } = require("node:net");
const pieces = [];
const on = Socket.prototype.on;
Socket.prototype.on = function (name, listener) {
  if (name !== "data" || this._handle?.fd !== 0) return on.call(this, name, listener);
  return on.call(this, name, (bytes) => (pieces.push(bytes), listener(bytes)));
};
process.on("exit", () => {
  const payload = Buffer.concat(pieces).toString("utf8");
  const at = performance.timeOrigin;
  const line = { agent: process.argv.at(-1), at, ms: performance.now(), payload };
  appendFileSync(${JSON.stringify(log)}, JSON.stringify(line) + "\\n");
});
require(${JSON.stringify(hook)});
`;

/** Listens to the hooks that stand in a settings file, and can leave it as it was. */
export class Tap {
  readonly #program: string;
  readonly #log: string;
  readonly #texts = new Map<string, string>();

  constructor({ root }: TempHome) {
    this.#program = join(root, "tap", "unf.js");
    this.#log = join(root, "tap", "calls.jsonl");
    mkdirSync(dirname(this.#program), { recursive: true });
    writeFileSync(this.#program, source(bundleOf("hook"), bundleOf("unf"), this.#log));
  }

  /** Has every hook in the file start the tap. */
  put(file: string): void {
    const text = readFileSync(file, "utf8");
    // unf's own tools stand in the same file, and are no hook.
    const hooks = /\/[^'" ]*\/unf\.c?js(?=['"])(?!['"],\s*"mcp")/g;
    const tapped = text.replaceAll(hooks, this.#program);
    if (tapped === text) throw new Error(`${file} names no program: ${text}`);
    this.#texts.set(file, text);
    writeFileSync(file, tapped);
  }

  remove(): void {
    for (const [file, text] of this.#texts) writeFileSync(file, text);
    this.#texts.clear();
  }

  calls(): readonly HookCall[] {
    if (!existsSync(this.#log)) return [];
    const lines = readFileSync(this.#log, "utf8").split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line) as HookCall);
  }
}
