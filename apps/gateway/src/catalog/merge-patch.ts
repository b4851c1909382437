/**
 * Applies a merge patch (RFC 7396). Members of objects are replaced one by one, at every level. The
 * value `null` removes a member. All other values, including lists, replace the old value.
 *
 * @returns a new value; the arguments stay unchanged
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

/**
 * Returns whether the value is a plain object. Lists and class instances, such as a `Date`, are not
 * plain objects.
 */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
