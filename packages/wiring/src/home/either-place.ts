/**
 * Finds a content in the store or in the inbox. The recorder may move it from the inbox into the
 * store between the two looks, so the store is looked at once more.
 */
export function inEitherPlace<T>(
  inStore: () => T | undefined,
  inInbox: () => T | undefined,
): T | undefined {
  return inStore() ?? inInbox() ?? inStore();
}
