import assert from "node:assert/strict";
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { awaitTurns, startClaude } from "./claude.ts";
import { type Story, tellStory } from "./story.ts";

const binary = (text: string) => Buffer.from(`\0${text}`);

function picture(story: Story): Record<string, string> {
  const root = story.home.project;
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => lstatSync(join(root, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name, readFileSync(join(root, name)).toString("base64")]),
  );
}

interface OopsJson {
  readonly actions: readonly {
    readonly path: string;
    readonly action: string;
    readonly why?: string;
    readonly rescued?: string;
  }[];
}

test("an agent makes binary and large files and overwrites text with them: all of it is its turn's, is taken back, and comes again", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at("app.txt"), "text\n");
    writeFileSync(at("out.json"), "{}\n");
    writeFileSync(at("keep.txt"), "text\n");
    writeFileSync(at("photo.png"), binary("photo"));
    writeFileSync(at("old.bin"), binary("old"));
  });
  await story.flush();
  const before = picture(story);
  const claude = startClaude(story);
  await claude.prompt("draw");
  await claude.bash("printf '\\0app' > app.txt; printf '\\0logo' > logo.bin");
  await claude.bash("head -c 5000000 /dev/zero | tr '\\0' x > out.json");
  await claude.bash("printf '\\0t' > temp.bin; printf '\\0keep' > keep.txt");
  await claude.bash("rm temp.bin old.bin; printf '\\0other' > photo.png");
  await claude.stop();
  const [turn] = await awaitTurns(story, 1);
  assert.deepEqual(turn?.files.map(({ kind, path }) => `${path}: ${kind}`).sort(), [
    "app.txt: modify",
    "keep.txt: modify",
    "logo.bin: create",
    "old.bin: delete",
    "out.json: modify",
    "photo.png: modify",
  ]);
  // A person goes on with one of them.
  writeFileSync(story.at("keep.txt"), binary("by a person"));
  await story.flush();
  const after = picture(story);
  const answer = await story.tryUnf(["oops", "--yes", "--json"]);
  const { actions } = JSON.parse(answer.stdout) as OopsJson;
  const said = actions.map(({ path, action, why, rescued }) =>
    [action, path, why, rescued && "rescued"].filter(Boolean).join(" "),
  );
  assert.deepEqual(said, [
    "write app.txt rescued",
    "kept keep.txt changed_since",
    "delete logo.bin rescued",
    "refused old.bin content_unrecordable",
    "write out.json rescued",
    "refused photo.png content_unrecordable",
  ]);
  assert.equal(answer.code, 8);
  const left = { "keep.txt": after["keep.txt"], "photo.png": after["photo.png"] };
  const { "old.bin": _, ...others } = before;
  assert.deepEqual(picture(story), { ...others, ...left });
  const rescued = actions.find(({ path }) => path === "logo.bin")?.rescued ?? "";
  assert.deepEqual(readFileSync(rescued), binary("logo"));

  assert.match((await story.unf("log", "app.txt", "--all")).stdout, /binary, content not kept/);
  const version = await versionOf(story, "logo.bin");
  const cat = await story.tryUnf(["cat", "logo.bin", "--version", version]);
  assert.equal(cat.code, 7);
  assert.match(cat.stderr, /is binary, so its content was not kept/);
  assert.equal((await story.unf("verify", "--read-data")).code, 0);

  await story.unf("undo", "--yes");
  assert.deepEqual(picture(story), after);
  assert.equal(existsSync(story.at("temp.bin")), false);
});

async function versionOf(story: Story, path: string): Promise<string> {
  const { stdout } = await story.unf("log", path, "--all", "--json", "--reverse");
  return (JSON.parse(stdout) as { entries: { id: string }[] }).entries[0]?.id ?? "";
}
