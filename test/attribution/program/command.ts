import { slowMs } from "./apply-op.ts";
import type { Op } from "./line.ts";

/**
 * A shell command that makes the changes and prints the number of each that it made. A plain one says
 * what it writes to whoever reads it; the others leave that to sub-processes of several kinds.
 */
export function commandOf(ops: readonly Op[], plain: boolean): string {
  const lines = ops.map((op, index) => {
    const line = `${plainCommand(op)} && echo ${index}`;
    return plain ? line : inSubProcess(line, op, index);
  });
  return lines.join("\n");
}

function plainCommand(op: Op): string {
  switch (op.do) {
    case "write": {
      if (op.slow === true) return slowCommand(op);
      const file = `printf %s '${op.content}' > '${op.path}'`;
      return `mkdir -p '${directoryOf(op.path)}' && ${file}`;
    }
    case "remove":
      return `rm '${op.path}'`;
    case "remove-tree":
      return `rm -r '${op.path}'`;
    case "move":
      return `mv '${op.path}' '${op.to}'`;
  }
}

function slowCommand({ path, content }: Extract<Op, { do: "write" }>): string {
  const hold = `sleep ${slowMs / 1000}`;
  return `mkdir -p '${directoryOf(path)}' && (printf %s '${content}' && ${hold}) > '${path}'`;
}

function inSubProcess(line: string, op: Op, index: number): string {
  if (op.do === "write" && op.whole) return writtenByNode(op, index);
  if (index % 2 === 0) return `sh -c "${line}"`;
  return `( ${line} ) &\nwait`;
}

function writtenByNode({ path, content }: Extract<Op, { do: "write" }>, index: number): string {
  const program = `require('fs').writeFileSync('${path}', '${content}')`;
  return `mkdir -p '${directoryOf(path)}' && node -e "${program}" && echo ${index}`;
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
