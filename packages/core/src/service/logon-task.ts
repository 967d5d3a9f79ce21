import { escapeXml } from "./launch-agent.ts";
import { filesBehind, type ServiceProgram, serviceMark } from "./service-program.ts";

/** A task of Windows, which starts when this user logs on. `conhost --headless` shows no window. */
export function renderLogonTask(service: ServiceProgram, user: string): string {
  const { node, options, home } = service;
  const files = filesBehind(service).map(quote);
  const start = [quote(node), ...options, ...files, "--home", quote(home)].join(" ");
  const command = [...[quote(node), ...files].map((file) => `if exist ${file}`), start].join(" ");
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    "  <RegistrationInfo>",
    `    <Description>Records the directories that unf watches. Made by "${serviceMark}".</Description>`,
    "  </RegistrationInfo>",
    "  <Triggers>",
    "    <LogonTrigger>",
    `      <UserId>${escapeXml(user)}</UserId>`,
    "    </LogonTrigger>",
    "  </Triggers>",
    "  <Principals>",
    '    <Principal id="Author">',
    `      <UserId>${escapeXml(user)}</UserId>`,
    "      <LogonType>InteractiveToken</LogonType>",
    "      <RunLevel>LeastPrivilege</RunLevel>",
    "    </Principal>",
    "  </Principals>",
    "  <Settings>",
    "    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>",
    "    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>",
    "    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>",
    "    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>",
    "  </Settings>",
    '  <Actions Context="Author">',
    "    <Exec>",
    "      <Command>conhost.exe</Command>",
    `      <Arguments>${escapeXml(`--headless cmd.exe /d /s /c "${command}"`)}</Arguments>`,
    "    </Exec>",
    "  </Actions>",
    "</Task>",
    "",
  ].join("\r\n");
}

/** A path of Windows holds no quotes. */
function quote(path: string): string {
  return `"${path}"`;
}
