import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { ProjectReader } from "@unf/answers";
import { type AbsPath, pathToColumn, type RelPath } from "@unf/core/base";
import type { RetentionPolicy } from "@unf/core/retention";
import type { Point, Snapshot } from "@unf/core/timeline";
import { digest } from "@unf/system/digest";
import { openHomeReader, openWriter } from "@unf/wiring";
import { runHook } from "../../e2e/hook-run.ts";
import {
  type Finished,
  makeScratchHome,
  runUnf,
  type TempHome,
  tellLogs,
  tempHome,
  testEnvironment,
  until,
  wordsOf,
} from "../../kit/index.ts";
import {
  fillHome,
  hasOwnMounts,
  mountHome,
  mountReadOnly,
  whyNoMounts,
} from "../../kit/own-mounts.ts";
import { must } from "../scene.ts";
import { exportGit, exportTar, importOlder, type Person } from "./exchange.ts";
import { isRunning } from "./is-running.ts";
import { readMarks, readPast, rescued } from "./pictures.ts";
import { type AnyJson, outcomeOf } from "./program-reports.ts";
import type {
  AgentName,
  NestedChild,
  Outcome,
  Past,
  Processes,
  RestoreRequest,
  StoryStage,
  Telling,
} from "./stage.ts";
import { hookEvent, restoreWords } from "./words.ts";

/** The kernel's time stamps are up to 10 ms old; what a hook tells counts from then. */
const slackMs = 25;

/** Real `unf`, daemon and sentinel processes over a project of their own. */
export class ProgramStage implements StoryStage {
  readonly name = "program";
  readonly fileBytesMax = 200_000;
  readonly #home: TempHome = tempHome();
  #reader: ProjectReader | undefined;

  static async open(): Promise<ProgramStage> {
    const stage = new ProgramStage();
    try {
      // A small disk, where that is possible, so that it can be filled.
      if (hasOwnMounts()) mountHome(stage.#home, "size=96m");
      // Before the first command, so that the watch finds a home to be thrown away.
      makeScratchHome(stage.#home);
      await stage.#unf("config", "set", "store.min_free", "1MiB");
      await stage.#unf("config", "set", "record.max_file_size", "200000");
      await stage.#unf("watch", stage.root);
    } catch (thrown) {
      await stage[Symbol.asyncDispose]();
      throw thrown;
    }
    return stage;
  }

  get root(): string {
    return this.#home.project;
  }

  get #asPerson(): Person {
    return {
      home: this.#home,
      unf: (...words) => this.#unf(...words),
      tryUnf: async (...words) => {
        const finished = await this.#try(...words);
        this.#forgetReader();
        return finished;
      },
    };
  }

  get processes(): Processes {
    return {
      stop: async () => void (await this.#unf("stop", "--yes")),
      start: async () => void (await this.#unf("start")),
      loseLock: () => this.#loseLock(),
      exported: (id) => exportTar(this.#asPerson, id),
      forget: (path) => this.#forget(path),
      suspended: (work) => this.#suspended(work),
      nested: (directory, work) => this.#nested(directory, work),
      exportedGit: () => exportGit(this.#asPerson),
      imported: (versions) => importOlder(this.#asPerson, versions),
    };
  }

  tell(): void {
    // The watcher is the system's own.
  }

  async rest(): Promise<void> {
    this.#forgetReader();
    const { at } = this.newest() ?? { at: 0 };
    while (Date.now() <= at) await pause(1);
  }

  async flush(root = this.root): Promise<void> {
    const find = () => openWriter(this.#home.unfHome as AbsPath, "never");
    const limits = { limitMs: 120_000, everyMs: 20 };
    const writer = await until("a daemon answers", find, limits).catch((thrown: unknown) => {
      throw new Error(`${thrown}\n${tellLogs(this.#home)}`);
    });
    await using _ = writer;
    await writer.request("flush", { root: pathToColumn(root as RelPath) });
    this.#forgetReader();
  }

  now(): number {
    return Date.now();
  }

  newest(): ReturnType<StoryStage["newest"]> {
    const { lastId, lastAt } = this.#open().timeline.facts();
    return lastId === null || lastAt === null ? undefined : { id: lastId, at: lastAt };
  }

  marks(): ReadonlyMap<number, number> {
    return readMarks(this.#open().timeline);
  }

  pastAt(point: Point): Past | undefined {
    const reader = this.#open();
    const contentOf = (row: Snapshot) => Buffer.from(reader.content(row)).toString("latin1");
    return readPast(() => this.#open().timeline, point, contentOf);
  }

  gives(bytes: Buffer): boolean {
    const hash = digest(bytes);
    const reader = this.#open();
    const row = this.#rows(reader).get(hash);
    if (row !== undefined && bytes.equals(reader.content(row))) return true;
    const files = rescued(join(this.#home.unfHome, "rescue"));
    return files.some((file) => readFileSync(file).equals(bytes));
  }

  async verify(): Promise<string[]> {
    const { stdout } = await this.#try("verify", "--read-data", "--json");
    const { errors } = JSON.parse(stdout) as { errors: unknown[] };
    return errors.map((error) => JSON.stringify(error));
  }

  async hear({ session }: AgentName, telling: Telling): Promise<void> {
    await pause(slackMs);
    const base = { session_id: session, cwd: this.root };
    const { code, stdout, stderr } = await runHook(this.#home, {
      ...base,
      ...hookEvent(this.root, telling),
    });
    must(code === 0 && stdout === "" && stderr === "", () => `the hook says ${stdout}${stderr}`);
    await pause(slackMs);
  }

  async restore(request: RestoreRequest): Promise<Outcome> {
    const words = restoreWords(request);
    if (request.isPlanned !== true) return this.#order(words);
    // The command plans, the daemon plans anew, and it must be the same plan.
    const { stdout } = await this.#try(...words, "--dry-run", "--json");
    const { plan } = (stdout.startsWith("{") ? JSON.parse(stdout) : {}) as { plan?: string };
    const outcome = await this.#order(plan === undefined ? words : [...words, "--plan", plan]);
    must(
      !("refused" in outcome && outcome.refused === "exit 5"),
      () => `unf ${words.join(" ")}: another plan than ${plan}, which nobody touched`,
    );
    return outcome;
  }

  invert(kind: "undo" | "redo"): Promise<Outcome> {
    return this.#order([kind]);
  }

  oops(): Promise<Outcome> {
    return this.#order(["oops"]);
  }

  async checkpoint(label: string): Promise<number> {
    const { id } = await this.#json<{ id: string }>("checkpoint", label);
    return Number(id.slice("cp:".length));
  }

  checkpointAt(id: number): number {
    const found = this.#open().timeline.checkpoints();
    return found.find((one) => one.id === id)?.snapshot ?? 0;
  }

  async prune({ keepAllMs }: RetentionPolicy): Promise<{ named: number; gone: number }> {
    type Pruned = { projects: { versions_removed: number; plan: string }[] };
    const words = ["prune", "--older-than", `${Math.floor(keepAllMs / 60_000)}m`];
    const planned = await this.#json<Pruned>(...words, "--dry-run");
    const before = this.#count();
    const finished = await this.#try(...words, "--yes", "--json");
    // While an agent's session is open only a person at a terminal can say yes.
    must([0, 4].includes(finished.code ?? 1), () => `prune: ${finished.stdout}${finished.stderr}`);
    this.#forgetReader();
    const gone = before - this.#count();
    const named = planned.projects[0]?.versions_removed ?? 0;
    return { named: finished.code === 4 ? gone : named, gone };
  }

  async pack(): Promise<void> {
    // The daemon does so when it has been idle for long; no order of a person does.
  }

  async collect(emptyTrash: boolean): Promise<void> {
    await this.#unf("gc", ...(emptyTrash ? ["--empty-trash", "--yes"] : []));
  }

  async readOnly(directory: string, work: () => Promise<void>): Promise<string | undefined> {
    if (!hasOwnMounts()) return whyNoMounts() || "this process has no mounts of its own";
    const unmount = mountReadOnly(join(this.root, directory));
    try {
      await work();
    } finally {
      unmount();
    }
    return undefined;
  }

  async full(_: number, work: () => Promise<void>): Promise<string | undefined> {
    if (!hasOwnMounts()) return whyNoMounts() || "this process has no mounts of its own";
    const filler = fillHome(this.#home);
    try {
      await work();
    } finally {
      rmSync(filler);
    }
    // It looks for room again every so often.
    await until("it records again", () => this.#isRecorded(), { limitMs: 120_000 });
    return undefined;
  }

  async kill(): Promise<void> {
    process.kill(await this.#daemonPid(), "SIGKILL");
    await this.#unf("start");
  }

  async dieIn(request: RestoreRequest, patience: number): Promise<void> {
    const pid = await this.#daemonPid();
    const child = this.#spawn([...restoreWords(request), "--yes", "--json"]);
    const ended = once(child, "close");
    // The instant of the death is drawn: before, in or after any step of the order.
    await Promise.race([ended, pause(patience)]);
    process.kill(pid, "SIGKILL");
    await ended;
    await this.#unf("start");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#forgetReader();
    await this.#home[Symbol.asyncDispose]();
  }

  async #order(words: readonly string[]): Promise<Outcome> {
    const { code, stdout, stderr } = await this.#try(...words, "--yes", "--json");
    this.#forgetReader();
    const outcome = outcomeOf(code, stdout);
    must(outcome !== undefined, () => `unf ${words.join(" ")}: exit ${code}\n${stdout}${stderr}`);
    return outcome;
  }

  async #suspended(work: () => Promise<void> | void): Promise<void> {
    const pid = await this.#daemonPid();
    process.kill(pid, "SIGSTOP");
    try {
      await work();
    } finally {
      process.kill(pid, "SIGCONT");
    }
  }

  async #loseLock(): Promise<void> {
    const pid = await this.#daemonPid();
    rmSync(join(this.#home.unfHome, "run/daemon.lock.db"), { force: true });
    await this.#unf("start");
    await until("it has ended", () => !isRunning(pid), { limitMs: 120_000 });
  }

  async #isRecorded(): Promise<boolean> {
    const { code } = await this.#try("flush");
    this.#forgetReader();
    return code === 0;
  }

  async #nested(directory: string, work: (child: NestedChild) => Promise<void>): Promise<void> {
    const root = join(this.root, directory);
    await this.#unf("watch", root, "--nested");
    await this.flush(root);
    const unf = async (...words: string[]) => void (await this.#unf(...words, "--project", root));
    await work({ flush: () => this.flush(root), unf });
    await this.flush(root);
    await this.#unf("unwatch", root, "--yes");
  }

  async #forget(path: string): Promise<boolean> {
    const words = ["forget", path, "--keep-recording", "--yes"];
    const { code, stdout, stderr } = await this.#try(...words);
    // 8: what stands on disk is recorded again at once, and found.
    must(
      [0, 4, 8].includes(code ?? 1),
      () => `unf ${words.join(" ")}: ${code}\n${stdout}${stderr}`,
    );
    this.#forgetReader();
    return code !== 4;
  }

  /** Whichever there is or will be. */
  async #daemonPid(): Promise<number> {
    await this.flush();
    const holder = readFileSync(join(this.#home.unfHome, "run", "daemon.lock.json"), "utf8");
    return (JSON.parse(holder) as { pid: number }).pid;
  }

  #count(): number {
    return this.#open().timeline.facts().snapshots;
  }

  #rows(reader: ProjectReader): ReadonlyMap<string, Snapshot> {
    this.#byHash ??= new Map(
      [...reader.timeline.find({ within: [], interim: true, order: "oldest" })].flatMap((row) =>
        // A file that is binary or too large has a hash and no content.
        row.hash === null || row.unrecordable !== undefined ? [] : [[row.hash, row] as const],
      ),
    );
    return this.#byHash;
  }

  #byHash: ReadonlyMap<string, Snapshot> | undefined;

  #open(): ProjectReader {
    if (this.#reader !== undefined) return this.#reader;
    using home = openHomeReader(this.#home.unfHome as AbsPath);
    const project = home.projects().find(({ root }) => root === this.root);
    must(project !== undefined, () => "the project is not known any more");
    this.#reader = home.open(project);
    return this.#reader;
  }

  #forgetReader(): void {
    this.#reader?.[Symbol.dispose]();
    this.#reader = undefined;
    this.#byHash = undefined;
  }

  async #json<T extends AnyJson>(...words: string[]): Promise<T> {
    const { stdout } = await this.#unf(...words, "--json");
    return JSON.parse(stdout) as T;
  }

  #try(...words: string[]): Promise<Finished> {
    return runUnf(words, { home: this.#home });
  }

  async #unf(...words: string[]): Promise<Finished> {
    const finished = await this.#try(...words);
    const said = `${finished.stdout}${finished.stderr}`;
    must(finished.code === 0, () => `unf ${words.join(" ")}: exit ${finished.code}\n${said}`);
    this.#forgetReader();
    return finished;
  }

  #spawn(words: readonly string[]): ChildProcess {
    const [file, ...first] = wordsOf("unf");
    return spawn(file, [...first, ...words], {
      cwd: this.root,
      env: testEnvironment(this.#home),
      stdio: "ignore",
    });
  }
}
