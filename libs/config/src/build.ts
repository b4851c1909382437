import { processEnvironment } from './load-config.js';

/** The running build of Lethe. */
export interface Build {
  /** Released version, or `source` outside a container image. */
  readonly version: string;
  /** Commit, or `unknown` outside a container image. */
  readonly revision: string;
}

/** Returns the build from `BUILD_VERSION` and `BUILD_REVISION`, which the container image sets. */
export function readBuild(): Build {
  const { BUILD_VERSION: version, BUILD_REVISION: revision } = processEnvironment();
  return { version: version ?? 'source', revision: revision ?? 'unknown' };
}
