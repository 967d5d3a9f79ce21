import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

/** How an editor with a window saves: into the file that is there, or by another one that takes its place. */
export type SaveWay = "in-place" | "rename";

export interface WindowedOptions {
  readonly way: SaveWay;
  /** The directory in which it looks for changes by others, as such editors do; `null`: it does not. */
  readonly watched: string | null;
  /** Writes a log and a cache outside of the project all the time. */
  readonly isBusy: boolean;
}

const source = `
const fs = require("node:fs");
const { way, watched, isBusy } = JSON.parse(process.argv[1]);
if (watched !== null) fs.watch(watched, () => undefined);
const logs = () => fs.appendFileSync("editor.log", "12:00:00 [info] the extension host answers\\n");
if (isBusy) setInterval(logs, 900), setInterval(() => fs.writeFileSync("state.db", Buffer.alloc(20000, 1)), 3100);
function save(path, text) {
  const target = way === "rename" ? path + ".tmp~" : path;
  const fd = fs.openSync(target, way === "rename" ? "w" : "r+");
  if (way !== "rename") fs.ftruncateSync(fd);
  fs.writeSync(fd, text);
  fs.fdatasyncSync(fd);
  fs.closeSync(fd);
  if (way === "rename") fs.renameSync(target, path);
}
process.on("message", ([path, text]) => { save(path, text); process.send("saved"); });
process.on("disconnect", () => process.exit());
`;

/** Stands for VS Code and the JetBrains family: no terminal, started from a desktop in the home directory. */
export class WindowedEditor implements AsyncDisposable {
  readonly #child: ChildProcess;

  constructor(home: string, options: WindowedOptions) {
    this.#child = spawn(process.execPath, ["-e", source, JSON.stringify(options)], {
      ...{
        cwd: home,
        env: { PATH: process.env.PATH, HOME: home },
        detached: true,
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  async save(path: string, text: string): Promise<void> {
    const saved = once(this.#child, "message");
    this.#child.send([path, text]);
    await saved;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await closed;
  }
}
