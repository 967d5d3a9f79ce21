import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { type AgentProgram, startAgentProgram } from "./agent-program.ts";
import { type Story, tellingBeside } from "./story.ts";

const tellBeside = tellingBeside();

// An agent tells of an edit before it asks the person to permit it, who may be long about that, and
// save the same file meanwhile.

interface Authored {
  readonly author: { readonly confidence: string; readonly name: string | null };
}

async function authors(story: Story): Promise<readonly string[]> {
  const rows = (await story.log("a.txt")) as readonly unknown[] as readonly Authored[];
  return rows.map(({ author }) => `${author.confidence} ${author.name}`);
}

/** An edit of the third line that waits, and what a person saves then. */
async function saveBesideEdit(story: Story, agent: AgentProgram) {
  await agent.tell("SessionStart");
  await agent.tell("UserPromptSubmit", { prompt: "first" });
  const edit = {
    tool_name: "Edit",
    tool_use_id: "edit-1",
    tool_input: { file_path: story.at("a.txt"), old_string: "three", new_string: "drei" },
  };
  await agent.tell("PreToolUse", edit);
  writeFileSync(story.at("a.txt"), "eins\ntwo\nthree\n");
  await story.flush();
  return edit;
}

const begin = (): Promise<Story> =>
  tellBeside((at) => writeFileSync(at("a.txt"), "one\ntwo\nthree\n"));

test("what a person saves while an edit waits for permission stays theirs", async () => {
  await using story = await begin();
  await using agent = await startAgentProgram(story);
  const edit = await saveBesideEdit(story, agent);
  // On a slow machine its moment has passed before it is judged, and it is nobody's.
  assert.match(String(await authors(story)), /^(?:ambiguous|unknown) null,unknown null$/);
  const { ctimeMs } = statSync(story.at("a.txt"));
  await until("nobody takes the save for a part of the edit", () => Date.now() > ctimeMs + 1500);
  writeFileSync(story.at("a.txt"), "eins\ntwo\ndrei\n");
  await agent.tell("PostToolUse", edit);
  await story.flush();
  assert.deepEqual(await authors(story), ["hook claude-code", "unknown null", "unknown null"]);
  await story.unf("oops", "-y");
  assert.equal(readFileSync(story.at("a.txt"), "utf8"), "eins\ntwo\nthree\n");
});

for (const end of ["PermissionDenied", "PostToolUseFailure", "Stop"]) {
  test(`what a person saves beside an edit that ends with ${end} is not taken back`, async () => {
    await using story = await begin();
    await using agent = await startAgentProgram(story);
    const edit = await saveBesideEdit(story, agent);
    await agent.tell(end, end === "Stop" ? {} : edit);
    await story.flush();
    // On a slow machine its moment has passed before it is judged, and it is nobody's.
    assert.match(String(await authors(story)), /^(?:ambiguous|unknown) null,unknown null$/);
    assert.equal((await story.tryUnf(["oops", "-y"])).code, 3, "there is nothing to take back");
    assert.equal(readFileSync(story.at("a.txt"), "utf8"), "eins\ntwo\nthree\n");
  });
}
