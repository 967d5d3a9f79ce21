import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type AbsPath, baseName } from "@unf/core/base";
import type { BackendName } from "@unf/core/config";
import type { Hint, RootWatch, WatchBackend } from "@unf/core/ports";
import { chooseBackend, openBackend } from "@unf/watch";
import { onDisk, WatcherModel } from "./watcher-model.ts";

/** How often a polled tree is looked at in these tests. Unit: ms. */
export const pollEveryMs = 60;

/** The backend of this name; fails the test where it cannot be had. */
export function open(name: BackendName): WatchBackend {
  const choice = chooseBackend({ platform: "linux", wanted: name });
  const { backend, reason } = openBackend(choice, { everyMs: pollEveryMs });
  if (backend.name !== name) throw new Error(reason);
  return backend;
}

/** A temporary tree, a watch on it and the model that follows its hints. */
export interface Stage extends AsyncDisposable {
  readonly root: AbsPath;
  /** A directory of the same file system that is not watched. */
  readonly outside: AbsPath;
  readonly watch: RootWatch;
  readonly model: WatcherModel;
  /** Writes a file below the root, making its directories. */
  write(path: string, text?: string): void;
  make(directory: string): void;
  remove(path: string): void;
  rename(from: string, to: string): void;
  copy(from: string, to: string): void;
  /** So many directories are watched; asked only of a watch that sees all, for it must know. */
  watches(directories: number): void;
}

type Tree = Omit<Stage, "watch" | "model" | "watches">;

export interface StageOptions {
  /** Fills the tree before it is watched. */
  readonly before?: (tree: Tree) => void;
  /** Runs whenever the backend asks whether a directory is covered. */
  readonly onCovers?: (directory: string, tree: Tree) => void;
  /** Runs after every delivery of hints. */
  readonly onDelivered?: () => void;
  /** The sweeps that a watch with `sweepEveryMs` asks for come, only faster than it asked. */
  readonly sweeps?: boolean;
}

const excluded = ["node_modules", ".git"];

export async function setStage(name: BackendName, options: StageOptions = {}): Promise<Stage> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "unf-watch-")));
  const root = join(base, "root") as AbsPath;
  const outside = join(base, "outside") as AbsPath;
  mkdirSync(root);
  mkdirSync(outside);
  const end = () => rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  const at = (path: string) => onDisk(root, path);
  const tools = {
    root,
    outside,
    make: (directory: string) => void mkdirSync(at(directory), { recursive: true }),
    write: (path: string, text = `${Math.random()}`) => {
      if (path.includes("/")) mkdirSync(at(dirname(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    remove: (path: string) => rmSync(at(path).toString(), { recursive: true, force: true }),
    rename: (from: string, to: string) => renameSync(at(from), at(to)),
    copy: (from: string, to: string) =>
      cpSync(at(from).toString(), at(to).toString(), { recursive: true }),
    [Symbol.asyncDispose]: async () => end(),
  };
  try {
    options.before?.(tools);
    const covers = (directory: string) => !excluded.includes(baseName(directory));
    const asked = (directory: string) => {
      options.onCovers?.(directory, tools);
      return covers(directory);
    };
    const model = new WatcherModel(root, { covers });
    const deliver = (hints: readonly Hint[]) => {
      model.deliver(hints);
      options.onDelivered?.();
    };
    const watch = await open(name).watch(root, { covers: asked }, deliver);
    model.start(watch);
    const isBlind = watch.sweepEveryMs !== undefined;
    const sweeps =
      isBlind && options.sweeps === true ? setInterval(() => model.sweepAll(), 250) : undefined;
    const dispose = async () => {
      clearInterval(sweeps);
      await watch[Symbol.asyncDispose]();
      end();
    };
    const watches = (directories: number): void => {
      if (!isBlind) assert.equal(watch.directories, directories);
    };
    return { ...tools, watch, model, watches, [Symbol.asyncDispose]: dispose };
  } catch (thrown) {
    end();
    throw thrown;
  }
}
