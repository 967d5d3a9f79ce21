import { type ServiceProgram, serviceMark, startWords } from "./service-program.ts";

/** A launch agent of macOS, which starts at login, and again only after a failure. */
export function renderLaunchAgent(service: ServiceProgram): string {
  const words = startWords({ ...service, configHome: undefined });
  const { name, configHome } = service;
  const variables = {
    MALLOC_ARENA_MAX: "1",
    ...(configHome === undefined ? {} : { XDG_CONFIG_HOME: configHome }),
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- Written by "${serviceMark}"; "unf service disable" takes it away. -->`,
    '<plist version="1.0">',
    "<dict>",
    "  <key>Label</key>",
    `  ${string(name)}`,
    "  <key>ProgramArguments</key>",
    "  <array>",
    ...words.map((text) => `    ${string(text)}`),
    "  </array>",
    "  <key>EnvironmentVariables</key>",
    "  <dict>",
    ...Object.entries(variables).flatMap(([key, text]) => [
      `    <key>${key}</key>`,
      `    ${string(text)}`,
    ]),
    "  </dict>",
    "  <key>RunAtLoad</key>",
    "  <true/>",
    "  <key>KeepAlive</key>",
    "  <dict>",
    "    <key>SuccessfulExit</key>",
    "    <false/>",
    "  </dict>",
    "  <key>ProcessType</key>",
    "  <string>Background</string>",
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

function string(text: string): string {
  return `<string>${escapeXml(text)}</string>`;
}

/** Text between two tags. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
