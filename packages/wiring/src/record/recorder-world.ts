import process from "node:process";
import { type AbsPath, StorageError } from "@unf/core/base";
import type { Config } from "@unf/core/config";
import type { ForeignHistories, TimelineBuilder } from "@unf/core/exchange";
import type { OuterIgnoreFile } from "@unf/core/filter";
import type { Log, ProcessTrees, WriterProbe } from "@unf/core/ports";
import { Contents, Orders, Signatures, type StoragePorts } from "@unf/engine";
import type { HomeWorld } from "@unf/maintenance";
import { openFileSystem, permitFor, raiseFormat } from "@unf/system";
import { digest } from "@unf/system/digest";
import { isPlainText, readSignature } from "@unf/system/signature";
import { readGlobalExcludes } from "../filter/global-excludes.ts";
import { foreignHistories, openHomePorts, openTimelineBuilder } from "../home/home-ports.ts";
import { openStore } from "../home/store.ts";

/**
 * Parts that all projects of one recording process share, and those it looks after its home with.
 */
export interface RecorderWorld extends HomeWorld {
  readonly builder: TimelineBuilder;
  readonly foreign: ForeignHistories;
  readonly globalExcludes: readonly OuterIgnoreFile[];
  readonly signatures: Signatures;
  /** How far orders are that this process carries out. */
  readonly orders: Orders;
  readonly storage?: StoragePorts;
  /** Left out where the system does not tell who writes. */
  readonly writers?: WriterProbe | undefined;
  readonly trees?: ProcessTrees | undefined;
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
  const ports = openHomePorts(home);
  const store = ports.openStore();
  if (!isFlushed) store.syncAll();
  tryToRaiseFormat(home, log);
  return {
    ...watch,
    ...ports,
    builder: openTimelineBuilder(home),
    foreign: foreignHistories,
    mayWrite: permitFor(home),
    contents: new Contents(store),
    config,
    globalExcludes: readGlobalExcludes(ports.fs, process.env),
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
