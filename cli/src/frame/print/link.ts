import { encodePath } from "@unf/core/base";

/**
 * A text that terminals open as a file (OSC 8). The place is bytes in which none acts on a terminal, so
 * that no name ends the link. `host`: a terminal elsewhere knows by it that the file is not there.
 */
export function linkOf(host: string): (path: string, text: string) => string {
  const machine = host.replace(/[^\w.-]/g, "");
  return (path, text) => {
    if (text === "") return "";
    return `${begin}file://${machine}${encoded(path)}${end}${text}${begin}${end}`;
  };
}

const begin = "\x1b]8;;";
const end = "\x1b\\";

function encoded(path: string): string {
  let url = "";
  for (const byte of encodePath(path)) {
    const sign = String.fromCharCode(byte);
    url += /[\w./~-]/.test(sign) && byte < 128 ? sign : percent(byte);
  }
  return url;
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
