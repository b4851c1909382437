import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('@lethe/egress/package.json') as {
  readonly version: string;
};

/** What a receiver sees in its log unless the caller says otherwise. */
export const USER_AGENT = `Lethe/${manifest.version}`;
