import process from "node:process";
import {
  type AbsPath,
  type Config,
  type FileSystem,
  type Log,
  type OuterIgnoreFile,
  type ProcessTrees,
  StorageError,
  type WriterProbe,
} from "@unf/core";
import { Contents, Orders, Signatures, type StoragePorts } from "@unf/engine";
import { openFileSystem, permitFor, raiseFormat } from "@unf/system";
import { digest } from "@unf/system/digest";
import { isPlainText, readSignature } from "@unf/system/signature";
import { readGlobalExcludes } from "./global-excludes.ts";
import { openStore } from "./home-reader.ts";

/** What all projects of one recording process share. */
export interface RecorderWorld {
  readonly home: AbsPath;
  readonly fs: FileSystem;
  readonly contents: Contents;
  readonly config: Config;
  readonly globalExcludes: readonly OuterIgnoreFile[];
  readonly signatures: Signatures;
  readonly log: Log;
  /** How far orders are that this process carries out. */
  readonly orders: Orders;
  readonly storage?: StoragePorts;
  /** Left out where the system does not tell who writes. */
  readonly writers?: WriterProbe | undefined;
  readonly trees?: ProcessTrees | undefined;
  /** Throws when this process must not write to the home any more. Whatever writes asks by itself. */
  readonly mayWrite: () => void;
}

/**
 * Makes what stands in the store durable, while everything else goes on: objects that a process before
 * this one wrote and did not flush must not be taken for durable.
 */
export function flushStore(home: AbsPath): Promise<void> {
  return openStore(home, openFileSystem()).flushAll();
}

/** Opens what the projects of this process will share. */
export function openRecorderWorld(
  home: AbsPath,
  config: Config,
  log: Log,
  {
    isFlushed = false,
    ...watch
  }: Pick<RecorderWorld, "storage" | "writers" | "trees"> & {
    /** `flushStore` was waited for. */
    readonly isFlushed?: boolean;
  } = {},
): RecorderWorld {
  const fs = openFileSystem();
  const store = openStore(home, fs);
  if (!isFlushed) store.syncAll();
  tryToRaiseFormat(home, log);
  return {
    ...watch,
    mayWrite: permitFor(home),
    home,
    fs,
    contents: new Contents(store),
    config,
    globalExcludes: readGlobalExcludes(fs, process.env),
    signatures: new Signatures({ isText: isPlainText, read: readSignature }, digest),
    log,
    orders: new Orders(),
  };
}

/** A disk that is full now keeps nobody from recording, which needs no new format. */
function tryToRaiseFormat(home: AbsPath, log: Log): void {
  try {
    if (raiseFormat(home)) log.info("format.raised");
  } catch (thrown) {
    if (!(thrown instanceof StorageError)) throw thrown;
    log.warn("format.not_raised", { why: thrown.message });
  }
}
