/** The command that brings the port to the machine that a person sits at, where this is another one. */
export function tunnelCommand(
  env: Readonly<Record<string, string | undefined>>,
  port: number,
): string | undefined {
  // Client, its port, this machine as the client reached it, and its port.
  const [, , host, sshPort] = (env.SSH_CONNECTION ?? "").split(" ");
  // It is shown to be copied into a shell.
  if (host === undefined || !/^[0-9a-fA-F.:]+(%\w+)?$/.test(host)) return undefined;
  const own = /^\d{1,5}$/.test(sshPort ?? "") && sshPort !== "22" ? ` -p ${sshPort}` : "";
  const user = /^[A-Za-z0-9_][\w.-]*$/.test(env.USER ?? "") ? `${env.USER}@` : "";
  return `ssh -N -L ${port}:127.0.0.1:${port}${own} ${user}${host}`;
}
