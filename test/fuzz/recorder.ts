import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { ProjectReader } from "@unf/answers";
import { type AbsPath, absPathToColumn } from "@unf/core/base";
import type { Gap } from "@unf/core/timeline";
import { inspectRunning, openHomeReader, openWriter } from "@unf/wiring";
import { runUnf, type TempHome, tempHome, until } from "../kit/index.ts";
import { inspectHistory } from "./history.ts";
import { comparePictures, readDisk, readTimeline } from "./picture.ts";

export type BackendName = "inotify" | "directory";

/** A home of its own whose daemon, run from the sources, records one empty project. */
export class Recorder implements AsyncDisposable {
  readonly #home: TempHome;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(home: TempHome, backend: BackendName) {
    this.#home = home;
    this.#env = { UNF_BACKEND: backend };
  }

  static async start(backend: BackendName): Promise<Recorder> {
    const recorder = new Recorder(tempHome(), backend);
    try {
      await recorder.#unf("watch", recorder.#home.project);
      const { daemon } = await inspectRunning(recorder.unfHome);
      assert.equal(
        daemon?.projects[0]?.backend,
        backend,
        "the backend that was asked for is in use",
      );
      return recorder;
    } catch (thrown) {
      await recorder[Symbol.asyncDispose]();
      throw thrown;
    }
  }

  /** The directory that holds `project`. */
  get base(): string {
    return this.#home.root;
  }

  get unfHome(): AbsPath {
    return this.#home.unfHome as AbsPath;
  }

  get root(): AbsPath {
    return this.#home.project as AbsPath;
  }

  /** Stops the daemon as Ctrl-Z would while `work` goes on. */
  async pausedWhile(work: () => Promise<void>): Promise<void> {
    const pid = this.#daemonPid();
    process.kill(pid, "SIGSTOP");
    try {
      await work();
    } finally {
      // After half a minute the sentinel takes it for hung and replaces it.
      if (isAlive(pid)) process.kill(pid, "SIGCONT");
    }
  }

  /** Ends the daemon at once; the sentinel will notice. */
  async kill(): Promise<void> {
    const pid = this.#daemonPid();
    process.kill(pid, "SIGKILL");
    await until("the daemon has ended", () => !isAlive(pid));
  }

  /** Starts it as a person does who does not want to wait for the sentinel. */
  async startAgain(): Promise<void> {
    await this.#unf("start");
  }

  /** Waits for whichever daemon there is or will be. */
  async flush(): Promise<void> {
    const writer = await until("a daemon answers", () => openWriter(this.unfHome, "never"), {
      everyMs: 50,
    });
    await using _ = writer;
    await writer.request("flush", { root: absPathToColumn(this.root) });
  }

  /** Waits, without asking the daemon for anything, until the timeline shows what is on disk. */
  async catchUp(): Promise<boolean> {
    const isEqual = async () => (await this.#missed()).length === 0;
    // Each look reads the whole tree; more of them would only keep the daemon from its work.
    const caughtUp = until("timeline and disk are equal", isEqual, {
      // Ten times what it takes where the machine has nothing else to do.
      limitMs: 90_000,
      everyMs: 700,
    });
    return await caughtUp.catch(() => false);
  }

  /** One line for everything in which the recorded project differs from what must be so. */
  async differences(): Promise<string[]> {
    using reader = this.open();
    return [...(await this.#missed()), ...inspectHistory(reader)];
  }

  open(): ProjectReader {
    using home = openHomeReader(this.unfHome);
    const project = home.projects().find(({ root }) => root === this.root);
    assert.ok(project !== undefined, "the project is known");
    return home.open(project);
  }

  gaps(): Gap[] {
    using reader = this.open();
    return reader.timeline.gaps();
  }

  /** For the report: how much was recorded and of which gaps it was said. */
  summary(): string {
    using reader = this.open();
    const { snapshots, files } = reader.timeline.facts();
    const reasons = reader.timeline.gaps().map(({ reason }) => reason);
    return `${snapshots} snapshots, ${files} files, gaps: ${reasons.join(", ") || "none"}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#home[Symbol.asyncDispose]();
  }

  async #missed(): Promise<string[]> {
    const disk = await readDisk(this.unfHome, this.root);
    assert.ok(disk.size > 10, "something is left to compare");
    using reader = this.open();
    return comparePictures(disk, readTimeline(reader.timeline));
  }

  #daemonPid(): number {
    const holder = readFileSync(join(this.unfHome, "run", "daemon.lock.json"), "utf8");
    return (JSON.parse(holder) as { pid: number }).pid;
  }

  async #unf(...args: string[]): Promise<void> {
    const { code, stdout, stderr } = await runUnf(args, { home: this.#home, env: this.#env });
    assert.equal(code, 0, `unf ${args.join(" ")}: ${stdout}${stderr}`);
  }
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") !== true;
  } catch {
    return false;
  }
}
