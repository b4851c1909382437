import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { LocalServiceError } from './local-service-error.js';

/** An artefact of Maven Central. */
export interface Artifact {
  readonly groupId: string;
  readonly artifactId: string;
  readonly version: string;
  readonly classifier?: string;
}

const JAVA_MINIMUM = 17;

/**
 * Returns a sentence about a missing prerequisite of a service that runs with Java, or `undefined`
 * if none is missing.
 *
 * @param name name of the service
 * @param path folder or file of the jars
 * @param instead text about an alternative for the user
 * @param programs names or paths of the programs
 */
export function missingJarPrerequisite(
  name: string,
  path: string,
  instead = '',
  programs = { java: 'java', mvn: 'mvn' },
): string | undefined {
  const [, version] = /version "(\d+)/.exec(describeJava(programs.java)) ?? [];
  const needsJava = `${name} needs Java ${String(JAVA_MINIMUM)} or later`;
  if (version === undefined) return `${needsJava}. Install it${instead}.`;
  if (Number(version) < JAVA_MINIMUM) {
    return `${needsJava}, but this is Java ${version}. Update it${instead}.`;
  }
  if (!existsSync(path) && spawnSync(programs.mvn, ['-v']).error !== undefined) {
    return `${name} is downloaded with Maven, which is missing. Install mvn${instead}.`;
  }
  return undefined;
}

/** Returns the text that `java -version` prints, or an empty text if Java is missing. */
export function describeJava(java = 'java'): string {
  const { error, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return error === undefined ? stderr : '';
}

/**
 * Downloads artefacts unless they exist. Several processes can call this function at the same time.
 * The files of the process that finishes first are kept.
 *
 * @param name name of the software, for messages
 * @param path where the artefacts are kept: a folder, or a file if `take` returns a file
 * @param goal goal of the `dependency` plugin of Maven, and its options
 * @param take gets the downloaded folder, and returns the path of the file or folder to keep;
 * throws if the content is wrong
 * @throws LocalServiceError when Maven fails
 */
export async function fetchWithMaven(
  name: string,
  path: string,
  artifacts: readonly Artifact[],
  goal: readonly string[] = ['dependency:copy-dependencies'],
  take = (folder: string) => folder,
): Promise<void> {
  if (existsSync(path)) return;
  mkdirSync(dirname(resolve(path)), { recursive: true });
  const partial = mkdtempSync(`${resolve(path)}.partial-`);
  const pom = join(partial, 'pom.xml');
  const fetched = join(partial, 'fetched');
  try {
    writeFileSync(pom, pomOf(artifacts));
    const args = ['-q', '-B', '-f', pom, ...goal, `-DoutputDirectory=${fetched}`];
    await promisify(execFile)('mvn', args, { cwd: partial }).catch((error: unknown) => {
      const message = `Maven could not download ${name}: ${firstError(error)}`;
      throw new LocalServiceError(message, { cause: error });
    });
    renameSync(take(fetched), path);
  } catch (error) {
    if (!existsSync(path)) throw error; // if the path exists, another process was faster
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Returns the path of the file. @throws LocalServiceError if the checksum of the file differs */
export function assertSha256(file: string, sha256: string): string {
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (found === sha256) return file;
  throw new LocalServiceError(
    `The downloaded file ${file} has a wrong checksum. Try again, or check your Maven repository.`,
  );
}

/**
 * Returns `.cache` in the root of the npm workspace, so that all apps and tests share downloads.
 */
export function cacheFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    const isRoot = existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"workspaces"');
    if (isRoot) return join(folder, '.cache');
    if (dirname(folder) === folder) return resolve('.cache');
  }
}

function firstError(error: unknown): string {
  const { stdout = '', message, code } = error as Error & { stdout?: string; code?: unknown };
  if (code === 'ENOENT') return 'mvn is not installed';
  return /^\[ERROR\] (.+)$/m.exec(stdout)?.[1] ?? message.split('\n')[0] ?? '';
}

function pomOf(artifacts: readonly Artifact[]): string {
  const dependencies = artifacts.map((artifact) => {
    const members = Object.entries(artifact).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<dependency>${members.join('')}</dependency>`;
  });
  return `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>fetched</artifactId><version>1</version>
  <dependencies>${dependencies.join('')}</dependencies>
</project>
`;
}
