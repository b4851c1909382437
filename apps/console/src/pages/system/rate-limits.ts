interface RateLimit {
  /** `token` or `workspace`. */
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Parses the header RateLimit-Policy, such as `"token";q=1000;w=1, "workspace";q=2000;w=1`. Skips
 * invalid entries.
 */
export function readRateLimits(header: string | null): RateLimit[] {
  return (header ?? '').split(',').flatMap((one) => {
    const found = /^\s*"([^"]+)"\s*;\s*q=(\d+)\s*;\s*w=(\d+)/.exec(one);
    if (found === null) return [];
    return [{ name: found[1] ?? '', requests: Number(found[2]), seconds: Number(found[3]) }];
  });
}
