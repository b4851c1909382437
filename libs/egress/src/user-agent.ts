import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** What a receiver sees in its log unless the caller says otherwise. */
export const USER_AGENT = `Lethe/${manifest.version}`;
