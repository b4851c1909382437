/** Whether a JSON value nests deeper than so many objects and arrays. */
export function nestsDeeperThanLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => nestsDeeperThanLevels(member, levels - 1));
}
