import { processEnvironment } from './load-config.js';

/** Which build of Lethe runs. */
export interface Build {
  /** A released version; `source` outside an image. */
  readonly version: string;
  /** The commit; `unknown` outside an image. */
  readonly revision: string;
}

/** What the image was told when it was built: `BUILD_VERSION` and `BUILD_REVISION`. */
export function readBuild(): Build {
  const { BUILD_VERSION: version, BUILD_REVISION: revision } = processEnvironment();
  return { version: version ?? 'source', revision: revision ?? 'unknown' };
}
