import { connect } from "node:net";

export interface RawAnswer {
  /** 0 where the connection was closed without one. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** The cookie that is set, as it came; empty where none is. */
  readonly cookie: string;
}

/** Sends bytes as they are, as no client would, and reads until the server closes. */
export function sendRaw(port: number, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port });
    let answer = "";
    const end = () => {
      const [head = "", ...rest] = answer.split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0);
      const cookie = /^set-cookie: ([^;\r]+)/im.exec(head)?.[1] ?? "";
      resolve({ status, head: head.toLowerCase(), body: rest.join("\r\n\r\n"), cookie });
    };
    socket.on("data", (bytes) => {
      answer += bytes.toString("utf8");
    });
    socket.on("end", () => socket.end());
    socket.on("close", end);
    socket.on("error", (thrown) => {
      if (answer === "" && (thrown as NodeJS.ErrnoException).code !== "ECONNRESET") reject(thrown);
    });
    socket.write(text);
  });
}

/** A request in words; `headers` replace those that a browser's page would send. */
export function request(
  line: string,
  port: number,
  headers: Readonly<Record<string, string | undefined>> = {},
  body = "",
): string {
  const all: Record<string, string | undefined> = {
    host: `127.0.0.1:${port}`,
    connection: "close",
    ...(body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
