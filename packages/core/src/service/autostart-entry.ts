import { type ServiceProgram, serviceMark, startWords } from "./service-program.ts";

/** An entry of desktops for what starts with a session (freedesktop.org, Desktop Application Autostart). */
export function renderAutostartEntry(service: ServiceProgram): string {
  return [
    "[Desktop Entry]",
    `# Written by "${serviceMark}"; "unf service disable" takes it away.`,
    "Type=Application",
    "Name=unf",
    "Comment=Records the directories that unf watches",
    `Exec=${escapeValue(startWords(service).map(quote).join(" "))}`,
    "Terminal=false",
    "NoDisplay=true",
    "",
  ].join("\n");
}

/** A word of a command line, as the Desktop Entry Specification quotes it. */
function quote(word: string): string {
  return `"${word.replaceAll("%", "%%").replace(/["`$\\]/g, "\\$&")}"`;
}

/** Values of the file have backslashes of their own around that. */
function escapeValue(text: string): string {
  return text.replaceAll("\\", "\\\\");
}
