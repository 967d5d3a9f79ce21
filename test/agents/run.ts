// npm run test:agents -- [agent…] [--scene name] [--cache directory] [--write]
//
// Drives the agents as they are published, against a model that is scripted, in a network of their own,
// and prints how well what they and a person did was told apart. With --write the transcripts of
// docs/guide/afternoon are written instead of compared.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { agents } from "./agents.ts";
import { installAgent } from "./install.ts";
import { whyNoNetworkOfItsOwn } from "./network.ts";
import { type Row, renderFaults, renderScene, renderTable } from "./render.ts";
import { scenes } from "./scenes.ts";

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      scene: { type: "string", multiple: true },
      cache: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const unknown = [
    ...positionals.filter((name) => !agents.some((agent) => agent.name === name)),
    ...(values.scene ?? []).filter((name) => !Object.hasOwn(scenes, name)),
  ];
  const lacking = whyNoNetworkOfItsOwn();
  if (unknown.length > 0 || lacking !== undefined) {
    const names = `${agents.map(({ name }) => name).join(", ")}; scenes: ${Object.keys(scenes).join(", ")}`;
    console.error(lacking ?? `${unknown.join(", ")}: not known. Agents: ${names}`);
    process.exitCode = 2;
    return;
  }
  const own = values.cache === undefined ? mkdtempSync(join(tmpdir(), "unf-agents-")) : undefined;
  const cache = values.cache ?? own ?? "";
  const rows: Row[] = [];
  const wanted = agents.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  try {
    for (const agent of wanted)
      rows.push(await playAgent(cache, agent, { only: values.scene, isWritten: values.write }));
  } finally {
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  }
  console.log(renderTable(rows));
  console.log(renderFaults(rows));
}

async function playAgent(
  cache: string,
  agent: (typeof agents)[number],
  {
    only,
    isWritten,
  }: { readonly only: readonly string[] | undefined; readonly isWritten: boolean },
): Promise<Row> {
  const row: Row = { agent, results: new Map() };
  const one = { agent, program: installAgent(cache, agent.published) };
  for (const [name, play] of Object.entries(scenes)) {
    if (only !== undefined && !only.includes(name)) continue;
    const started = performance.now();
    const install = (other: (typeof agents)[number]) => ({
      agent: other,
      program: installAgent(cache, other.published),
    });
    const result = await play(one, install, isWritten).catch((thrown: unknown) =>
      String(thrown instanceof Error ? thrown.stack : thrown),
    );
    row.results.set(name, result);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    // Prints each result at once, so that it is not lost when the rest is not played to its end.
    console.error(renderScene(agent.name, name, result), `(${seconds} s)`);
  }
  return row;
}

await main();
