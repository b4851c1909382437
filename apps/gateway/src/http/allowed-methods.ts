import createRouter from 'find-my-way';

/** Longer than every accepted URL, so that the answer to an id that is too long is `not_found`. */
export const MAX_PARAM_LENGTH = 16 * 1024;

/**
 * Finds the methods of a path. For a method that a path does not have, the router of Fastify finds
 * no route. The router can also find a less specific route: if `/jobs/claim` has only `POST`, it
 * routes `GET /jobs/claim` to `/jobs/:id`. The router of this class has the same routes, each only
 * once for all methods.
 */
export class AllowedMethods {
  private readonly router = createRouter({ maxParamLength: MAX_PARAM_LENGTH });
  private readonly methods = new Map<string, Set<string>>();

  /** @param url route pattern of Fastify */
  add(url: string, method: string | readonly string[]): void {
    const known = this.methods.get(url);
    const methods = known ?? new Set<string>();
    for (const name of [method].flat()) methods.add(name);
    if (known !== undefined) return;
    this.methods.set(url, methods);
    this.router.on('GET', url, () => undefined, methods);
  }

  /**
   * Returns the sorted methods of the path of a request target; empty if no route has this path.
   */
  of(target: string): readonly string[] {
    return [...(this.find(target) ?? [])].sort();
  }

  /** Returns whether a less specific route was found because the exact path lacks the method. */
  isAstray(method: string, target: string): boolean {
    return this.find(target)?.has(method) === false;
  }

  private find(target: string): ReadonlySet<string> | undefined {
    const found = this.router.find('GET', target);
    const params = Object.entries(found?.params ?? {});
    // This router accepts an empty parameter, but Nest does not.
    if (params.some(([name, value]) => name !== '*' && value === '')) return undefined;
    return found?.store as ReadonlySet<string> | undefined;
  }
}
