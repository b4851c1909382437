/**
 * Applies a merge patch (RFC 7396): members of objects are replaced one by one, at every level; `null` removes one; everything else, lists too,
 * takes the place of what was there.
 *
 * @returns a new value; neither of the two is changed
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, mergePatch(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/** What JSON calls so: not a list, and no value of ours that stands for a text. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
