import type { RelPath } from "@unf/core/base";
import type { Hint } from "@unf/core/ports";
import type { Random } from "../engine/random.ts";
import type { Model } from "./model/model.ts";
import { readTree, recordable } from "./model/tree.ts";
import type { StageName, StoryStage } from "./stage/stage.ts";

/** Where an act plays: what records, what is remembered, and numbers of its own. */
export interface Scene {
  readonly stage: StoryStage;
  readonly model: Model;
  readonly random: Random;
  /** Written down for whoever reads of a failure. */
  readonly note: (text: string) => void;
}

/** One kind of thing that happens in a story. */
export interface Act {
  readonly name: string;
  readonly stages: readonly StageName[];
  /** How often it is drawn beside the others; 1 unless said. */
  readonly weight?: number;
  /** In words, why it is not played yet. */
  readonly pending?: string;
  play(scene: Scene): Promise<void> | void;
}

/** A promise that was broken. */
class Broken extends Error {}

export function must(holds: boolean, broken: () => string): asserts holds {
  if (!holds) throw new Broken(broken());
}

export const everywhere = ["engine", "program"] as const;
export const onProcesses = ["program"] as const;
export const byClock = ["engine"] as const;

export function touched(path: string): Hint {
  return { kind: "touched", path: path as RelPath, closed: true };
}

export function gone(path: string): Hint {
  return { kind: "gone", path: path as RelPath };
}

/** Waits until everything is recorded, and takes note of it. */
export async function record({ stage, model }: Scene): Promise<void> {
  await stage.flush();
  const standing = readTree(stage.root);
  model.learn(standing, recordable(standing, stage.fileBytesMax), stage.newest());
}
