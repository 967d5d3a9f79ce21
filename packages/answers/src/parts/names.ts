/** `v1234` */
export function versionName(id: number): string {
  return `v${id}`;
}

/** `op-91` */
export function operationName(id: number): string {
  return `op-${id}`;
}

/** `t-12` */
export function turnName(id: number): string {
  return `t-${id}`;
}
