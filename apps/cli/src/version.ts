import { readFileSync } from 'node:fs';
import { readBuild, type Build } from '@lethe/config';

const MANIFEST = new URL('../package.json', import.meta.url);

/** Which build of Lethe this is: of an image what it was built from, else what the sources say. */
export function readVersion(): Build {
  const { version, revision } = readBuild();
  if (version !== 'source') return { version, revision };
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string };
  return { version: manifest.version, revision: 'source' };
}

/** One line for people. */
export function describeVersion({ version, revision }: Build): string {
  return `lethe ${version} (${revision})`;
}
