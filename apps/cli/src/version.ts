import { createRequire } from 'node:module';
import { readBuild, type Build } from '@lethe/config';

/**
 * Returns the build of the image. Outside of an image, returns the version of the package, and the
 * commit from which tools/pack.mjs packed it. A checkout has no such commit.
 */
export function readVersion(): Build {
  const { version, revision } = readBuild();
  if (version !== 'source') return { version, revision };
  const manifest = createRequire(import.meta.url)('@lethe/cli/package.json') as {
    readonly version: string;
    readonly gitHead?: string;
  };
  return { version: manifest.version, revision: manifest.gitHead ?? 'source' };
}

export function describeVersion({ version, revision }: Build): string {
  return `lethe ${version} (${revision})`;
}
