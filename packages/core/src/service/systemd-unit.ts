import { filesBehind, type ServiceProgram, serviceMark } from "./service-program.ts";

/**
 * A user unit of systemd. The daemon is in its control group: when the user's systemd ends it is asked
 * to end, and drains. A sentinel that finds another at work ends with 0, which starts nothing anew.
 */
export function renderSystemdUnit(service: ServiceProgram): string {
  const { node, options, home, configHome } = service;
  const files = filesBehind(service);
  const words = [...options, ...files.map(word), "--home", word(home)];
  return [
    `# Written by "${serviceMark}"; "unf service disable" takes it away.`,
    "[Unit]",
    "Description=Records the directories that unf watches",
    ...[node, ...files].map((file) => `ConditionPathExists=${specifiers(file)}`),
    "StartLimitIntervalSec=600",
    "StartLimitBurst=10",
    "",
    "[Service]",
    "Type=exec",
    `ExecStart=${quote(specifiers(node))} ${words.join(" ")}`,
    ...(configHome === undefined
      ? []
      : [`Environment=${quote(specifiers(`XDG_CONFIG_HOME=${configHome}`))}`]),
    "Environment=MALLOC_ARENA_MAX=1",
    "WorkingDirectory=/",
    "UMask=0077",
    "Restart=on-failure",
    "RestartSec=5",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** An argument: besides what holds everywhere, systemd puts variables in for `$`. */
function word(text: string): string {
  return quote(specifiers(text).replaceAll("$", "$$$$"));
}

function specifiers(text: string): string {
  return text.replaceAll("%", "%%");
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
