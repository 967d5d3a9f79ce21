import { agedText } from "../row/aged-texts.ts";
import type { Recording } from "./recording.ts";

const tenDaysMs = 10 * 24 * 3_600_000;

const groupsAtOnce = 6;

/** Groups of files with two versions each, as they were recorded ten days ago. */
export function recordAged(groups: number) {
  return {
    prepare: async () => undefined,
    act: async (recording: Recording) => {
      const now = Date.now;
      Date.now = () => now() - tenDaysMs;
      for (const version of [1, 2] as const) {
        for (let group = 0; group < groups; group += 1) {
          for (const { path, text } of agedText(group, version)) recording.write(path, text);
          if (group % groupsAtOnce === groupsAtOnce - 1) await recording.flush();
        }
      }
      await recording.close();
    },
  };
}
