interface Route {
  readonly url: string;
  readonly pattern: RegExp;
  readonly methods: Set<string>;
  /** Routes of paths that fit the pattern, too, and are written out further. */
  narrower?: readonly Route[];
}

/**
 * Which methods a path knows. The router says "no route" where a path has others, and takes `GET /jobs/claim` for one of `/jobs/:id`
 * where `/jobs/claim` only has a `POST`; this tells both for a 405.
 */
export class AllowedMethods {
  private readonly routes = new Map<string, Route>();

  /** @param url route pattern of Fastify: `:name` is one segment, `*` the rest */
  add(url: string, method: string | readonly string[]): void {
    const route = this.routes.get(url) ?? { url, pattern: patternOf(url), methods: new Set() };
    this.routes.set(url, route);
    for (const one of [method].flat()) route.methods.add(one);
  }

  /** Methods of a request target's path, sorted; empty when no route has that path. */
  of(target: string): readonly string[] {
    return [...(this.narrowest(pathOf(target))?.methods ?? [])].sort();
  }

  /** Whether a request has come to a route only because the one that has its path lacks the method. */
  isAstray(url: string | undefined, method: string, target: string): boolean {
    const route = this.routes.get(url ?? '');
    if (route === undefined) return false;
    route.narrower ??= [...this.routes.values()].filter(
      (other) => isNarrower(other, route) && route.pattern.test(exampleOf(other.url)),
    );
    if (route.narrower.length === 0) return false;
    const path = pathOf(target);
    return route.narrower.some(
      ({ pattern, methods }) => pattern.test(path) && !methods.has(method),
    );
  }

  private narrowest(path: string): Route | undefined {
    let found: Route | undefined;
    for (const route of this.routes.values()) {
      if (!route.pattern.test(path)) continue;
      if (found === undefined || isNarrower(route, found)) found = route;
    }
    return found;
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .split(/(:[A-Za-z0-9_]+|\*)/)
    .map((part) => {
      if (part === '*') return '.*';
      return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/** By the first segment in which they differ: written out, before a parameter, before the rest. */
function isNarrower(one: Route, other: Route): boolean {
  const [ranks, others] = [one, other].map(({ url }) => url.split('/').map(rankOf));
  for (const [at, rank] of (ranks ?? []).entries()) {
    const before = others?.[at] ?? rank;
    if (rank !== before) return rank < before;
  }
  return false;
}

function rankOf(segment: string): number {
  return ['', ':', '*'].findLastIndex((mark) => segment.startsWith(mark));
}

function exampleOf(url: string): string {
  return url.replaceAll(/:[A-Za-z0-9_]+|\*/g, 'x');
}

function pathOf(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path; // then it matches nothing, and it is a 404
  }
}
