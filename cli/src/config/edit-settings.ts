import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AbsPath, UnfError } from "@unf/core/base";
import { type Config, defaultConfig, renderDefaultConfig } from "@unf/core/config";
import { escapeForDisplay } from "@unf/core/query";
import type { FlagTable } from "../frame/argv/flag.ts";
import { isAgentAtTerminal } from "../frame/ask/require-person.ts";
import type { Call } from "../frame/call/command.ts";
import { confirmSettings } from "./confirm-settings.ts";
import { parseSettings, readText } from "./settings-file.ts";
import { writeSettings } from "./write-settings.ts";

/**
 * Opens a copy of the settings in the person's editor and puts it in place when it can be read. A
 * broken file never becomes the settings: the copy is kept and named.
 */
export async function editSettings(
  call: Call<FlagTable>,
  home: AbsPath,
  path: AbsPath,
): Promise<void> {
  const { world, terminal } = call;
  if (!terminal.mayAsk && !(await isAgentAtTerminal(call))) {
    throw new UnfError("needs_confirmation", "an editor needs a terminal", {
      hint: "unf config set <key> <value>",
    });
  }
  const before = readText(path) ?? renderDefaultConfig();
  const directory = mkdtempSync(join(tmpdir(), "unf-config-"));
  const copy = join(directory, "config.toml");
  writeFileSync(copy, before, { mode: 0o600 });
  const editor = (world.env.VISUAL || world.env.EDITOR || "vi").trim().split(/\s+/);
  const code = await world.runProgram([...editor, copy]);
  const after = readFileSync(copy, "utf8");
  if (code !== 0 && after !== before) throw editorFailed(code, `your text is in ${copy}`);
  if (code === 0 && after !== before) {
    const edited = readable(after, copy as AbsPath);
    for (const { key, message } of edited.complaints) {
      call.warn(escapeForDisplay(`${key} ${message}`));
    }
    try {
      await confirmSettings(call, configOf(before), edited.config);
    } catch (thrown) {
      rmSync(directory, { recursive: true });
      throw thrown;
    }
    await writeSettings(call, { home, path, text: after });
  }
  rmSync(directory, { recursive: true });
  if (code !== 0) throw editorFailed(code, "set EDITOR to a program that is installed");
}

/** The settings before the change; a broken file counts as none. */
function configOf(text: string): Config {
  try {
    return parseSettings(text, "" as AbsPath).config;
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return defaultConfig;
  }
}

function editorFailed(code: number, hint: string): UnfError {
  return new UnfError("failed", `the editor ended with code ${code}; nothing was changed`, {
    hint,
  });
}

function readable(text: string, copy: AbsPath): ReturnType<typeof parseSettings> {
  try {
    return parseSettings(text, copy);
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    throw new UnfError("bad_config", `${thrown.message}; nothing was changed`, {
      hint: `your text is in ${copy}`,
      cause: thrown,
    });
  }
}
