import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LocalServiceError } from './local-service-error.js';
import {
  cacheFolder,
  describeJava,
  fetchWithMaven,
  missingJarPrerequisite,
  type Artifact,
} from './maven.js';

/** Version of Kafka that Lethe starts locally and in tests. */
const KAFKA_VERSION = '4.1.0';

const ARTIFACTS: readonly Artifact[] = [
  { groupId: 'org.apache.kafka', artifactId: 'kafka_2.13', version: KAFKA_VERSION },
  // The binding for SLF4J 1.7. Kafka does not declare this dependency, but without it Kafka writes
  // no log.
  { groupId: 'org.apache.logging.log4j', artifactId: 'log4j-slf4j-impl', version: '2.24.3' },
];

/**
 * Returns a sentence about a missing prerequisite of a local Kafka, or `undefined` if none is
 * missing.
 *
 * @param cacheDir the same as in `LocalKafkaOptions`
 * @param programs names or paths of the programs. Default: `java` and `mvn`
 */
export function missingKafkaPrerequisite(
  cacheDir = defaultCacheDir(),
  programs?: { readonly java: string; readonly mvn: string },
): string | undefined {
  const instead = ', or set KAFKA_BROKERS to a running Kafka';
  return missingJarPrerequisite('Kafka', cacheDir, instead, programs);
}

/**
 * Returns true if `startLocalKafka` can work. A local Kafka needs Java, and either Maven or
 * existing jars.
 */
export function hasKafkaPrerequisites(cacheDir?: string): boolean {
  return missingKafkaPrerequisite(cacheDir) === undefined;
}

/**
 * Downloads the jars of Kafka unless they exist. The download has 45 files with 43 MB, and takes 6
 * s on a fast connection.
 *
 * @returns the folder of the jars
 * @throws LocalServiceError when Java or Maven is missing, or Maven fails
 */
export async function kafkaJars(cacheDir = defaultCacheDir()): Promise<string> {
  const missing = missingKafkaPrerequisite(cacheDir);
  if (missing !== undefined) throw new LocalServiceError(missing);
  await fetchWithMaven(`Kafka ${KAFKA_VERSION}`, cacheDir, ARTIFACTS);
  return cacheDir;
}

/** Returns the path of the archive of loaded classes for the installed build of Java. */
export function classArchiveOf(jars: string): string {
  const build = createHash('sha256').update(describeJava()).digest('hex').slice(0, 12);
  return join(jars, `classes-${build}.jsa`);
}

function defaultCacheDir(): string {
  return join(cacheFolder(), `kafka-${KAFKA_VERSION}`);
}
