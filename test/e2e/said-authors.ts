import assert from "node:assert/strict";
import { until } from "../kit/index.ts";
import type { Story } from "./story.ts";

export const claudes = "agent claude-code process";
export const nobodys = "unknown null unknown";
export const doubtful = "unknown null ambiguous";

interface Authored {
  readonly author: {
    readonly name: string | null;
    readonly type: string;
    readonly confidence: string;
  };
}

/** The author of a file's last version: its type, name and confidence. */
export async function authorOf(story: Story, file: string): Promise<string | undefined> {
  const [entry] = (await story.log(file)) as readonly unknown[] as readonly Authored[];
  if (entry === undefined) return undefined;
  const { type, name, confidence } = entry.author;
  return `${type} ${name} ${confidence}`;
}

let made = 0;

/** Has files made until one is said to be of that author, and none of one of `never`; gives its name. */
export async function untilAuthor(
  story: Story,
  author: string,
  make: (name: string) => Promise<void> | void,
  never = "",
): Promise<string> {
  let wrong: string | undefined;
  const found = await until(`a file is ${author}`, async () => {
    made += 1;
    const file = `${made}.txt`;
    await make(file);
    await story.flush();
    // It is said anew after the next look.
    for (let asked = 0; asked < 4; asked += 1) {
      const said = await authorOf(story, file);
      if (said === never) wrong = file;
      if (said === author || said === never) return file;
    }
    return undefined;
  });
  assert.equal(wrong, undefined, `${wrong} is ${never}`);
  return found;
}
