interface RateLimit {
  /** `token`, `workspace`. */
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/** Reads the header RateLimit-Policy: `"token";q=1000;w=1, "workspace";q=2000;w=1`. What can't be read is left out. */
export function readRateLimits(header: string | null): RateLimit[] {
  return (header ?? '').split(',').flatMap((one) => {
    const found = /^\s*"([^"]+)"\s*;\s*q=(\d+)\s*;\s*w=(\d+)/.exec(one);
    if (found === null) return [];
    return [{ name: found[1] ?? '', requests: Number(found[2]), seconds: Number(found[3]) }];
  });
}
