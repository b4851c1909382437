import { ValueIds } from '@lethe/contracts/bounds';
import { isObject } from '@lethe/contracts/json';

/** An operation of a JSON Patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/**
 * Returns a patch that turns one JSON value into another JSON value. The patch is empty if the
 * values are equal. Lists are compared element by element, in linear time. If two lists have
 * different lengths, the equal elements at both ends are skipped first. The patch is not always the
 * shortest, because a shortest patch needs too much memory. The package `rfc6902` needs gigabytes
 * for two lists of 1,000 numbers.
 *
 * @param mostBytes maximum bytes of the patch as JSON; a longer patch becomes one `replace` of the
 *   whole value
 */
export function jsonPatch(from: unknown, to: unknown, mostBytes: number): PatchOperation[] {
  const operations: PatchOperation[] = [];
  let bytes = 0;
  for (const operation of new Differences().between(from, to, '')) {
    bytes += Buffer.byteLength(JSON.stringify(operation));
    if (bytes > mostBytes) return [{ op: 'replace', path: '', value: to }];
    operations.push(operation);
  }
  return operations;
}

/** Compares values by ids. Equal values have equal ids, so each value is read only once. */
class Differences {
  private readonly ids = new ValueIds();

  *between(from: unknown, to: unknown, path: string): Generator<PatchOperation> {
    if (this.areEqual(from, to)) return;
    if (Array.isArray(from) && Array.isArray(to)) yield* this.ofLists(from, to, path);
    else if (isObject(from) && isObject(to)) yield* this.ofObjects(from, to, path);
    else yield { op: 'replace', path, value: to };
  }

  private *ofObjects(
    from: Readonly<Record<string, unknown>>,
    to: Readonly<Record<string, unknown>>,
    path: string,
  ): Generator<PatchOperation> {
    for (const [name, value] of Object.entries(from)) {
      if (Object.hasOwn(to, name)) yield* this.between(value, to[name], pointerTo(path, name));
      else yield { op: 'remove', path: pointerTo(path, name) };
    }
    for (const [name, value] of Object.entries(to)) {
      if (!Object.hasOwn(from, name)) yield { op: 'add', path: pointerTo(path, name), value };
    }
  }

  private *ofLists(
    from: readonly unknown[],
    to: readonly unknown[],
    path: string,
  ): Generator<PatchOperation> {
    const shared = from.length === to.length ? { start: 0, end: 0 } : this.sharedEnds(from, to);
    const before = from.length - shared.end;
    const after = to.length - shared.end;
    for (let at = shared.start; at < Math.min(before, after); at += 1) {
      yield* this.between(from[at], to[at], `${path}/${at}`);
    }
    for (let at = before - 1; at >= after; at -= 1) yield { op: 'remove', path: `${path}/${at}` };
    for (let at = before; at < after; at += 1) {
      yield { op: 'add', path: `${path}/${at}`, value: to[at] };
    }
  }

  /**
   * Counts the equal elements at the start, and the equal elements at the end. Counts no element
   * twice.
   */
  private sharedEnds(from: readonly unknown[], to: readonly unknown[]) {
    const most = Math.min(from.length, to.length);
    let start = 0;
    while (start < most && this.areEqual(from[start], to[start])) start += 1;
    let end = 0;
    while (end < most - start && this.areEqual(from.at(-1 - end), to.at(-1 - end))) end += 1;
    return { start, end };
  }

  private areEqual(one: unknown, other: unknown): boolean {
    return this.ids.of(one) === this.ids.of(other);
  }
}

/** Returns the pointer (RFC 6901) to a member. */
function pointerTo(path: string, name: string): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
