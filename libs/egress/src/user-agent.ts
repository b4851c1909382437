import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('@lethe/egress/package.json') as {
  readonly version: string;
};

/** Default `User-Agent`, which receivers see in their logs. */
export const USER_AGENT = `Lethe/${manifest.version}`;
