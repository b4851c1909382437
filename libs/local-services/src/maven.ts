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
 * What keeps a service in a jar from starting here, or undefined when nothing does.
 * @param name of the service, for the sentence
 * @param place where its jars are kept
 * @param instead what else the user can do
 * @param programs other names of `java` and `mvn`
 */
export function missingJarPrerequisite(
  name: string,
  place: string,
  instead = '',
  programs = { java: 'java', mvn: 'mvn' },
): string | undefined {
  const [, version] = /version "(\d+)/.exec(describeJava(programs.java)) ?? [];
  const needsJava = `${name} needs Java ${String(JAVA_MINIMUM)} or later`;
  if (version === undefined) return `${needsJava}: install it${instead}.`;
  if (Number(version) < JAVA_MINIMUM) {
    return `${needsJava}, this is ${version}: update it${instead}.`;
  }
  if (!existsSync(place) && spawnSync(programs.mvn, ['-v']).error !== undefined) {
    return `${name} is fetched with Maven: install mvn${instead}.`;
  }
  return undefined;
}

/** What a Java says of its version and build; nothing where there is none. */
export function describeJava(java = 'java'): string {
  const { error, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return error === undefined ? stderr : '';
}

/**
 * Fetches artefacts unless they are there. Several processes may do so at once: the first to finish wins.
 * @param name of the whole, for the message
 * @param place where they are kept: a folder, or the file that `take` names
 * @param goal of Maven's `dependency` plugin, and its options
 * @param take which of what was fetched is kept, of the folder that it is in; it throws where that is not what is meant
 * @throws LocalServiceError when Maven fails
 */
export async function fetchWithMaven(
  name: string,
  place: string,
  artifacts: readonly Artifact[],
  goal: readonly string[] = ['dependency:copy-dependencies'],
  take = (folder: string) => folder,
): Promise<void> {
  if (existsSync(place)) return;
  mkdirSync(dirname(resolve(place)), { recursive: true });
  const partial = mkdtempSync(`${resolve(place)}.partial-`);
  const pom = join(partial, 'pom.xml');
  const fetched = join(partial, 'fetched');
  try {
    writeFileSync(pom, pomOf(artifacts));
    const args = ['-q', '-B', '-f', pom, ...goal, `-DoutputDirectory=${fetched}`];
    await promisify(execFile)('mvn', args, { cwd: partial }).catch((error: unknown) => {
      const message = `Maven could not fetch ${name}: ${firstError(error)}`;
      throw new LocalServiceError(message, { cause: error });
    });
    renameSync(take(fetched), place);
  } catch (error) {
    if (!existsSync(place)) throw error; // otherwise another process was faster
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** @throws LocalServiceError when a file is not the one that is meant */
export function assertSha256(file: string, sha256: string): string {
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (found === sha256) return file;
  throw new LocalServiceError(`${file} as fetched has another checksum than expected.`);
}

/** `.cache` of the workspace, so that every app and test of it shares what is fetched. */
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
  if (code === 'ENOENT') return 'install mvn';
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
