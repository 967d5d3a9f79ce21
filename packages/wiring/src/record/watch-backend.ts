import { statfsSync } from "node:fs";
import process from "node:process";
import { type AbsPath, encodePath, systemCode } from "@unf/core/base";
import { type BackendName, backendNames, type Config } from "@unf/core/config";
import type { WatchBackend } from "@unf/core/ports";
import { type BackendChoice, chooseBackend, type OpenedBackend, openBackend } from "@unf/watch";

/** The backend that a root is watched with, and why it is this one. */
export interface BackendInUse {
  readonly name: BackendName;
  readonly reason: string;
}

/** Chooses the backend of each root, and opens one of each kind for the whole process. */
export class WatchBackends {
  readonly #opened = new Map<BackendName, OpenedBackend>();
  readonly #inUse = new Map<AbsPath, BackendInUse>();
  #wanted: Config["watch.backend"];

  constructor(wanted: Config["watch.backend"]) {
    this.#wanted = wanted;
  }

  /** Takes a new setting; true when roots must be watched anew for it. */
  reconfigure(wanted: Config["watch.backend"]): boolean {
    const before = readWanted(this.#wanted).wanted;
    this.#wanted = wanted;
    return readWanted(wanted).wanted !== before;
  }

  /** Watches a root with the backend that is right for it now: a file system may have been mounted. */
  watch(root: AbsPath, ...rest: Rest): ReturnType<WatchBackend["watch"]> {
    const { opened, inUse } = this.#openFor(root);
    this.#inUse.set(root, inUse);
    return opened.backend.watch(root, ...rest);
  }

  /** The backend that watches the root; before its first `watch`, the one that would. */
  of(root: AbsPath): BackendInUse {
    return this.#inUse.get(root) ?? this.#openFor(root).inUse;
  }

  #openFor(root: AbsPath): { readonly opened: OpenedBackend; readonly inUse: BackendInUse } {
    const choice = chooseFor(root, this.#wanted);
    const opened = this.#opened.get(choice.name) ?? openBackend(choice);
    this.#opened.set(choice.name, opened);
    const { name } = opened.backend;
    // A fallback knows its own reason; another root may have come to the same backend by another.
    return {
      opened,
      inUse: { name, reason: name === choice.name ? choice.reason : opened.reason },
    };
  }
}

type Rest = Parameters<WatchBackend["watch"]> extends [AbsPath, ...infer Others] ? Others : never;

function chooseFor(root: AbsPath, setting: Config["watch.backend"]): BackendChoice {
  const fileSystem = readFileSystemType(root);
  return chooseBackend({
    platform: process.platform,
    ...readWanted(setting),
    ...(fileSystem === undefined ? {} : { fileSystem }),
  });
}

/** The environment wins; a word it does not know is as good as none. */
function readWanted(setting: Config["watch.backend"]) {
  const named = process.env.UNF_BACKEND;
  const wanted = (["auto", ...backendNames] as const).find((word) => word === named);
  return wanted === undefined
    ? { wanted: setting, wantedBy: "the settings" }
    : { wanted, wantedBy: "UNF_BACKEND" };
}

/** The number of the root's file system; `undefined` when it cannot be asked. */
function readFileSystemType(root: AbsPath): number | undefined {
  try {
    return statfsSync(Buffer.from(encodePath(root))).type;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
    return undefined;
  }
}
