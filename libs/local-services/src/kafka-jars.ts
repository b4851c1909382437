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

/** The version that is started locally and in tests. */
const KAFKA_VERSION = '4.1.0';

const ARTIFACTS: readonly Artifact[] = [
  { groupId: 'org.apache.kafka', artifactId: 'kafka_2.13', version: KAFKA_VERSION },
  // The binding for SLF4J 1.7 is not among Kafka's own dependencies; without it there is no log.
  { groupId: 'org.apache.logging.log4j', artifactId: 'log4j-slf4j-impl', version: '2.24.3' },
];

/**
 * What keeps a local Kafka from starting here, or undefined when nothing does.
 * @param cacheDir as in `LocalKafkaOptions`
 * @param programs other names of `java` and `mvn`
 */
export function missingKafkaPrerequisite(
  cacheDir = defaultCacheDir(),
  programs?: { readonly java: string; readonly mvn: string },
): string | undefined {
  const instead = ', or set KAFKA_BROKERS to a running Kafka';
  return missingJarPrerequisite('Kafka', cacheDir, instead, programs);
}

/** Whether `startLocalKafka` can work here: Java, and Maven or jars that are there already. */
export function hasKafkaPrerequisites(cacheDir?: string): boolean {
  return missingKafkaPrerequisite(cacheDir) === undefined;
}

/**
 * Fetches Kafka's jars unless they are there (45 files, 43 MB, 6 s on a good line).
 * @returns their folder
 * @throws LocalServiceError when Java or Maven is missing, or Maven fails
 */
export async function kafkaJars(cacheDir = defaultCacheDir()): Promise<string> {
  const missing = missingKafkaPrerequisite(cacheDir);
  if (missing !== undefined) throw new LocalServiceError(missing);
  await fetchWithMaven(`Kafka ${KAFKA_VERSION}`, cacheDir, ARTIFACTS);
  return cacheDir;
}

/**
 * Where the classes of a Kafka are kept as this Java has them once they are loaded: another build of Java passes over them.
 * @param jars folder of the jars that they are in
 */
export function classArchiveOf(jars: string): string {
  const build = createHash('sha256').update(describeJava()).digest('hex').slice(0, 12);
  return join(jars, `classes-${build}.jsa`);
}

function defaultCacheDir(): string {
  return join(cacheFolder(), `kafka-${KAFKA_VERSION}`);
}
