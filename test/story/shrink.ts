import type { Failure, Story } from "./play.ts";

/** The shortest story found that still fails, by leaving out acts, many at once first. */
export async function shrink(
  story: Story,
  failure: Failure,
  play: (story: Story) => Promise<Failure | undefined>,
): Promise<{ readonly story: Story; readonly failure: Failure }> {
  let shortest = { story: { ...story, acts: story.acts.slice(0, failure.told.length) }, failure };
  for (let part = Math.ceil(shortest.story.acts.length / 2); part >= 1; ) {
    let isShorter = false;
    for (let start = 0; start < shortest.story.acts.length; ) {
      const acts = shortest.story.acts.toSpliced(start, part);
      const found = acts.length === 0 ? undefined : await play({ ...story, acts });
      if (found === undefined) start += part;
      else {
        shortest = { story: { ...story, acts: acts.slice(0, found.told.length) }, failure: found };
        isShorter = true;
      }
    }
    if (part === 1 && !isShorter) break;
    part = part === 1 ? 1 : Math.ceil(part / 2);
  }
  return shortest;
}
