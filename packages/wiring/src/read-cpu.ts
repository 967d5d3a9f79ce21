import process from "node:process";

/** Processor time of this process and all its threads since it began. Unit: ms. */
export function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
