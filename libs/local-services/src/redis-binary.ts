import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { LocalServiceError } from './local-service-error.js';
import { assertSha256, cacheFolder, fetchWithMaven, type Artifact } from './maven.js';

/**
 * Artefact with programs of Redis 6.2. The licence in its pom is Apache-2.0. The programs have the
 * licence BSD-3-Clause.
 */
const ARTIFACT: Artifact = {
  groupId: 'com.github.codemonstur',
  artifactId: 'embedded-redis',
  version: '1.4.3',
};

/** For each platform, the name of the program in the artefact and the SHA-256 of the program. */
const BINARIES: Readonly<Record<string, readonly [string, string]>> = {
  'linux-x64': [
    'redis-server-6.2.6-v5-linux-amd64',
    '1f716094e08a25faee2bc7626feb9e13464ed89018ac5c376c5e9cff06bdcf52',
  ],
  'linux-arm64': [
    'redis-server-6.2.7-linux-arm64',
    '036a23aa65bfb31d2a048aa96c170b38c2fbd4f1de68ef0f9c3133dd4b1474cd',
  ],
  'darwin-x64': [
    'redis-server-6.2.6-v5-darwin-amd64',
    '7a4eb450d90a6ce9a2c651cfc4a0613b980a270c6426cbb6fa42d6c3beec9ce8',
  ],
  'darwin-arm64': [
    'redis-server-6.2.6-v5-darwin-arm64',
    'c523aec5a9b6f565cff0271ef67f5c51fa83e1180e3e954ab5251b3cf6282b76',
  ],
};

/**
 * Returns the program of a Redis server. If there is none on the PATH, Maven downloads a program
 * once (12 MB).
 *
 * @returns name or path of the program
 * @throws LocalServiceError if there is no program for this platform, Maven is missing or fails, or
 * the checksum of the download differs
 */
export async function redisProgram(cacheDir = join(cacheFolder(), 'redis-6.2')): Promise<string> {
  if (spawnSync('redis-server', ['--version']).error === undefined) return 'redis-server';
  const platform = `${process.platform}-${process.arch}`;
  const [file, sha256] = BINARIES[platform] ?? [];
  if (file === undefined || sha256 === undefined) {
    throw new LocalServiceError(
      `There is no Redis to download for ${platform}. Install redis-server.`,
    );
  }
  const program = join(cacheDir, file);
  const goal = ['dependency:unpack-dependencies', `-Dmdep.unpack.includes=${file}`];
  await fetchWithMaven(
    'Redis',
    cacheDir,
    [ARTIFACT],
    [...goal, '-DexcludeTransitive'],
    (folder) => {
      chmodSync(assertSha256(join(folder, file), sha256), 0o755);
      return folder;
    },
  );
  return program;
}
