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

/** The version that is started locally and in tests. */
const KAFKA_VERSION = '4.1.0';

const JAVA_MINIMUM = 17;

/** The binding for SLF4J 1.7 is not among Kafka's own dependencies; without it there is no log. */
const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId>
      <version>${KAFKA_VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId>
      <version>2.24.3</version>
    </dependency>
  </dependencies>
</project>
`;

/**
 * What keeps a local Kafka from starting here, or undefined when nothing does.
 * @param cacheDir as in `LocalKafkaOptions`
 * @param programs other names of `java` and `mvn`
 */
export function missingKafkaPrerequisite(
  cacheDir = defaultCacheDir(),
  programs = { java: 'java', mvn: 'mvn' },
): string | undefined {
  const output = describeJava(programs.java);
  const [, version] = /version "(\d+)/.exec(output) ?? [];
  if (version === undefined) {
    return `Kafka needs Java ${String(JAVA_MINIMUM)} or later: install it, or set KAFKA_BROKERS to a running Kafka.`;
  }
  if (Number(version) < JAVA_MINIMUM) {
    return `Kafka needs Java ${String(JAVA_MINIMUM)} or later, this is ${version}: update it, or set KAFKA_BROKERS to a running Kafka.`;
  }
  if (!existsSync(cacheDir) && spawnSync(programs.mvn, ['-v']).error !== undefined) {
    return 'Kafka is fetched with Maven: install mvn, or set KAFKA_BROKERS to a running Kafka.';
  }
  return undefined;
}

/** Whether `startLocalKafka` can work here: Java, and Maven or jars that are there already. */
export function hasKafkaPrerequisites(cacheDir?: string): boolean {
  return missingKafkaPrerequisite(cacheDir) === undefined;
}

/**
 * Fetches Kafka's jars unless they are there (45 files, 43 MB, 6 s on a good line). Several
 * processes may do so at once: the first to finish wins.
 * @returns their folder
 * @throws LocalServiceError when Java or Maven is missing, or Maven fails
 */
export async function kafkaJars(cacheDir = defaultCacheDir()): Promise<string> {
  const missing = missingKafkaPrerequisite(cacheDir);
  if (missing !== undefined) throw new LocalServiceError(missing);
  if (!existsSync(cacheDir)) await fetchJars(resolve(cacheDir));
  return cacheDir;
}

/**
 * Where the classes of a Kafka are kept as this Java has them once they are loaded: another build of Java passes over them.
 * @param jars folder of the jars that they are in
 */
export function classArchiveOf(jars: string): string {
  const build = createHash('sha256').update(describeJava('java')).digest('hex').slice(0, 12);
  return join(jars, `classes-${build}.jsa`);
}

/** What a Java says of its version and build; nothing where there is none. */
function describeJava(java: string): string {
  const { error, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return error === undefined ? stderr : '';
}

async function fetchJars(cacheDir: string): Promise<void> {
  mkdirSync(dirname(cacheDir), { recursive: true });
  const partial = mkdtempSync(`${cacheDir}.partial-`);
  try {
    const pom = join(partial, 'pom.xml');
    const lib = join(partial, 'lib');
    writeFileSync(pom, POM);
    const args = [
      '-q',
      '-B',
      '-f',
      pom,
      'dependency:copy-dependencies',
      `-DoutputDirectory=${lib}`,
    ];
    await promisify(execFile)('mvn', args).catch((error: unknown) => {
      throw new LocalServiceError(
        `Maven could not fetch Kafka ${KAFKA_VERSION}: ${firstError(error)}`,
        { cause: error },
      );
    });
    renameSync(lib, cacheDir);
  } catch (error) {
    if (!existsSync(cacheDir)) throw error; // otherwise another process was faster
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function firstError(error: unknown): string {
  const { stdout = '', message = '' } = error as { stdout?: string; message?: string };
  return /^\[ERROR\] (.+)$/m.exec(stdout)?.[1] ?? message.split('\n')[0] ?? '';
}

function defaultCacheDir(): string {
  return join(cacheFolder(), `kafka-${KAFKA_VERSION}`);
}

/** `.cache` of the workspace, so that every app and test of it shares the jars. */
export function cacheFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    const isRoot = existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"workspaces"');
    if (isRoot) return join(folder, '.cache');
    if (dirname(folder) === folder) return resolve('.cache');
  }
}
