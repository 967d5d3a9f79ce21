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
import { type AbsPath, baseName, type RootWatch, type WatchBackend } from "@unf/core";
import { chooseBackend, openBackend } from "@unf/watch";
import { onDisk, WatcherModel } from "./watcher-model.ts";

export const backendNames = ["directory", "inotify"] as const;
export type BackendName = (typeof backendNames)[number];

/** The backend of this name; fails the test where it cannot be had. */
export function open(name: BackendName): WatchBackend {
  const { backend, reason } = openBackend(chooseBackend({ platform: "linux", wanted: name }));
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
}

type Tree = Omit<Stage, "watch" | "model">;

export interface StageOptions {
  /** Fills the tree before it is watched. */
  readonly before?: (tree: Tree) => void;
  /** Runs whenever the backend asks whether a directory is covered. */
  readonly onCovers?: (directory: string, tree: Tree) => void;
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
    const watch = await open(name).watch(root, { covers: asked }, model.deliver);
    model.start(watch);
    const dispose = async () => {
      await watch[Symbol.asyncDispose]();
      end();
    };
    return { ...tools, watch, model, [Symbol.asyncDispose]: dispose };
  } catch (thrown) {
    end();
    throw thrown;
  }
}
