import { createRequire } from 'node:module';
import { readBuild, type Build } from '@lethe/config';

/** Which build of Lethe this is: of an image what it was built from, else what the sources say. */
export function readVersion(): Build {
  const { version, revision } = readBuild();
  if (version !== 'source') return { version, revision };
  const manifest = createRequire(import.meta.url)('@lethe/cli/package.json') as {
    readonly version: string;
  };
  return { version: manifest.version, revision: 'source' };
}

/** One line for people. */
export function describeVersion({ version, revision }: Build): string {
  return `lethe ${version} (${revision})`;
}
