import { drawStory, type Story } from "./play.ts";
import type { StageName } from "./stage/stage.ts";

/** Which stage a seed is played on unless one is asked for. */
export function stageOf(seed: number): StageName {
  return seed % 4 === 1 ? "program" : "engine";
}

/** Draws the story of a seed in its usual length; one of a program takes seconds an act. */
export function drawStoryOf(seed: number, stage = stageOf(seed)): Story {
  return drawStory(seed, stage, stage === "engine" ? 25 : 10);
}
