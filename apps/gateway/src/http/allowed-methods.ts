/**
 * Which methods a path knows. The router only says "no route"; this tells a 404 from a 405.
 */
export class AllowedMethods {
  private readonly routes: { pattern: RegExp; methods: readonly string[] }[] = [];

  /** @param url route pattern of Fastify: `:name` is one segment, `*` the rest */
  add(url: string, method: string | readonly string[]): void {
    const source = url
      .split(/(:[A-Za-z0-9_]+|\*)/)
      .map((part) => {
        if (part === '*') return '.*';
        return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
      })
      .join('');
    this.routes.push({ pattern: new RegExp(`^${source}$`), methods: [method].flat() });
  }

  /** Methods of a request target's path, sorted; empty when no route has that path. */
  of(target: string): readonly string[] {
    const path = decodePath(target.split('?', 1)[0] ?? '');
    const methods = this.routes
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path; // then it matches nothing, and it is a 404
  }
}
