import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AbsPath, type RelPath, UnfError, version, type WallMs } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import type { Intent } from "@unf/core/intent";
import type { Hint, Log } from "@unf/core/ports";
import type { Project, Row } from "@unf/engine";
import { type Lock, openHome, requireIntent, takeLock, writeIntent } from "@unf/system";
import { digest } from "@unf/system/digest";
import {
  homeWork,
  openProject,
  openRecorderWorld,
  projectId,
  type RecorderWorld,
  readSettings,
} from "@unf/wiring/recorder";
import type { Ack } from "../checker/ack.ts";

/** Where one trial happens: a home of unf and a directory it records. */
export interface Place {
  readonly home: string;
  readonly root: string;
}

/** Messages of a recording to whoever started it, sent as soon as they are true. */
export type Said =
  | { readonly acks: readonly Ack[] }
  /** This generation of the intent is on disk. */
  | { readonly generation: number };

type Say = (said: Said) => void;

const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * The production recorder of one project in this process, without a watcher: hints are given by
 * hand. It takes the daemon's lock, recovers and sweeps as the daemon does.
 */
export class Recording {
  readonly place: Place;
  readonly project: Project;
  readonly #world: RecorderWorld;
  readonly #lock: Lock;
  readonly #say: Say;
  /** Files written since the last acknowledged flush: digest of the content, `null` when removed. */
  readonly #written = new Map<string, string | null>();

  private constructor(
    { place, world, project }: Pick<Recording, "place" | "project"> & { world: RecorderWorld },
    lock: Lock,
    say: Say,
  ) {
    this.place = place;
    this.project = project;
    this.#world = world;
    this.#lock = lock;
    this.#say = say;
  }

  /** `say` is told of every acknowledged state, in the same turn in which it was acknowledged. */
  static async open(place: Place, say: Say): Promise<Recording> {
    const home = place.home as AbsPath;
    const root = place.root as AbsPath;
    openHome(home, { create: true });
    const taken = takeLock(daemonLockPath(home), { version });
    if (taken.kind !== "taken") throw new Error(`${home} is locked`);
    try {
      const { config } = await readSettings(home);
      const world = openRecorderWorld(home, config, silentLog);
      const project = openProject(world, {
        intended: { id: projectId(root), root, options: {} },
        nestedRoots: [],
        onCommitted: (rows) => say({ acks: rows.map(committedAck) }),
      });
      return new Recording({ place, world, project }, taken.lock, say);
    } catch (thrown) {
      taken.lock[Symbol.dispose]();
      throw thrown;
    }
  }

  /** Starts a project as the daemon does before it records: recover, open the gap, sweep. */
  async start(): Promise<void> {
    const { timeline } = this.project.ports;
    const lastAt = timeline.facts().lastAt;
    await this.project.recover();
    await this.project.start(
      lastAt === null
        ? { cause: "baseline" }
        : { cause: "sweep", awaySince: Math.min(lastAt, Date.now()) as WallMs },
    );
  }

  write(path: string, text: string): void {
    const file = join(this.place.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    this.#written.set(path, digest(new TextEncoder().encode(text)));
  }

  remove(path: string): void {
    rmSync(join(this.place.root, path));
    this.#written.set(path, null);
  }

  /** Tells the recorder of everything written since the last flush, as a watcher would. */
  hint(): void {
    const hints = [...this.#written].map(([path, hash]): Hint => {
      if (hash === null) return { kind: "gone", path: path as RelPath };
      return { kind: "touched", path: path as RelPath, closed: true };
    });
    this.project.receive(hints);
  }

  /** Flushes, and acknowledges every state written before. */
  async flush(): Promise<void> {
    const written = [...this.#written];
    await this.project.flush();
    this.#say({ acks: written.map(([path, hash]) => ({ path, hash, by: "flush" })) });
    for (const [path, hash] of written) {
      if (this.#written.get(path) === hash) this.#written.delete(path);
    }
  }

  /** Collects as the daemon does: recording goes on meanwhile, and when that fails. */
  async collect(emptyTrash: boolean): Promise<void> {
    const open = { timeline: () => undefined, release: async () => undefined };
    try {
      await homeWork.collect(this.#world, open, { dry_run: false, empty_trash: emptyTrash });
    } catch (thrown) {
      if (!(thrown instanceof UnfError)) throw thrown;
    }
  }

  /** Writes the intent anew and acknowledges it. */
  changeIntent(change: (intent: Intent) => Intent): void {
    const home = this.place.home as AbsPath;
    const intent = change(requireIntent(home));
    writeIntent(home, intent);
    this.#say({ generation: intent.generation });
  }

  /** Ends as the daemon does after SIGTERM: what is pending is recorded, the inbox emptied. */
  async close(): Promise<void> {
    try {
      await this.project.close();
    } finally {
      this.#lock[Symbol.dispose]();
    }
  }
}

/** A committed row can be read by anyone from now on. */
function committedAck({ snapshot }: Row): Ack {
  return { path: snapshot.path, hash: snapshot.hash, by: "commit" };
}
