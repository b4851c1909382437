import createRouter from 'find-my-way';

/** Longer than any URL that is let through: an over-long id is an unknown id. */
export const MAX_PARAM_LENGTH = 16 * 1024;

/**
 * Which methods a path knows. The router of requests says "no route" where a path has others, and takes `GET /jobs/claim` for one of
 * `/jobs/:id` where `/jobs/claim` only has a `POST`. This one has the same routes, each with all of its methods.
 */
export class AllowedMethods {
  private readonly router = createRouter({ maxParamLength: MAX_PARAM_LENGTH });
  private readonly methods = new Map<string, Set<string>>();

  /** @param url route pattern of Fastify */
  add(url: string, method: string | readonly string[]): void {
    const known = this.methods.get(url);
    const methods = known ?? new Set<string>();
    for (const one of [method].flat()) methods.add(one);
    if (known !== undefined) return;
    this.methods.set(url, methods);
    this.router.on('GET', url, () => undefined, methods);
  }

  /** Methods of a request target's path, sorted; empty when no route has that path. */
  of(target: string): readonly string[] {
    return [...(this.find(target) ?? [])].sort();
  }

  /** Whether a request has come to its route only because the one that has its path lacks the method. */
  isAstray(method: string, target: string): boolean {
    return this.find(target)?.has(method) === false;
  }

  private find(target: string): ReadonlySet<string> | undefined {
    const found = this.router.find('GET', target);
    const params = Object.entries(found?.params ?? {});
    // The router takes nothing at all for a parameter; Nest does not.
    if (params.some(([name, value]) => name !== '*' && value === '')) return undefined;
    return found?.store as ReadonlySet<string> | undefined;
  }
}
