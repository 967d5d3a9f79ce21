import type { AbsPath, RelPath } from "@unf/core/base";
import type { Companion, Places } from "../settings/agent-settings.ts";
import { type CommandText, commandTexts } from "./command-texts.ts";
import { ownLine, planNoOwnText, planOwnText, readOwnText, signText } from "./own-text.ts";

/** Where an agent keeps commands as files, and how it writes them. */
interface CommandPlace {
  readonly directory: (places: Places) => AbsPath;
  /** The same in a project. */
  readonly projectDirectory: string;
  /** The file of a command below these: `commands/unf/rewind.md`. */
  readonly file: (name: string) => string;
  /** As a person types it: `/unf:rewind`. */
  readonly typed: (name: string) => string;
  readonly render: (text: CommandText) => string;
}

/** The commands of unf, each a file of its own. */
export function ownCommands(place: CommandPlace): readonly Companion[] {
  return commandTexts.map((text) => {
    const wanted = signText(place.render(text));
    const below = place.file(text.name);
    return {
      part: place.typed(text.name),
      file: (places) => `${place.directory(places)}/${below}` as AbsPath,
      projectFile: `${place.projectDirectory}/${below}` as RelPath,
      planInstall: (found) => planOwnText(wanted, found),
      planRepair: () => ({ kind: "already" }),
      planUninstall: planNoOwnText,
      readInstalled: (found) => {
        const is = readOwnText(found);
        if (is === "ours") return found === wanted ? "installed" : "partly";
        return is === "absent" ? "not" : "foreign";
      },
      readPrograms: () => [],
    };
  });
}

/** Markdown behind a few fields, as most agents have it. `more`: further fields, a line each. */
export function renderMarkdown(
  { description, prompt }: CommandText,
  words: string,
  more: readonly string[] = [],
): string {
  const fields = [`description: ${description}`, ...more];
  return `---\n${fields.join("\n")}\n---\n\n${prompt(words)}\n<!-- ${ownLine} -->\n`;
}

/** Markdown without fields, for an agent that puts what a person types behind it. */
export function renderPlain({ prompt }: CommandText): string {
  return `${prompt("what follows this text")}\n<!-- ${ownLine} -->\n`;
}

/** TOML, as Gemini CLI has it. */
export function renderToml({ description, prompt }: CommandText, words: string): string {
  return `# ${ownLine}\ndescription = ${JSON.stringify(description)}\nprompt = '''\n${prompt(words)}'''\n`;
}
