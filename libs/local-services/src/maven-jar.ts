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
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LocalServiceError } from './local-service-error.js';

/** A jar of Maven Central. */
export interface MavenJar {
  readonly groupId: string;
  readonly artifactId: string;
  readonly version: string;
  readonly classifier: string;
  readonly sha256: string;
}

const JAVA_MINIMUM = 17;

/**
 * What keeps a service in a jar from starting here, or undefined when nothing does.
 * @param name of the service, for the sentence
 * @param file where the jar is kept
 */
export function missingJarPrerequisite(name: string, file: string): string | undefined {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const [, version] = /version "(\d+)/.exec(java.error === undefined ? java.stderr : '') ?? [];
  if (version === undefined || Number(version) < JAVA_MINIMUM) {
    return `${name} needs Java ${String(JAVA_MINIMUM)} or later: install it.`;
  }
  if (!existsSync(file) && spawnSync('mvn', ['-v']).error !== undefined) {
    return `${name} is fetched with Maven: install mvn.`;
  }
  return undefined;
}

/**
 * Fetches a jar unless it is there. Several processes may do so at once: the first to finish wins.
 * @param file where it is kept
 * @throws LocalServiceError when Maven fails, or the jar is not the one that is meant
 */
export async function fetchJar(jar: MavenJar, file: string): Promise<void> {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  const partial = mkdtempSync(`${file}.partial-`);
  const name = `${jar.artifactId} ${jar.version}`;
  try {
    const pom = join(partial, 'pom.xml');
    writeFileSync(pom, pomFor(jar));
    const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies'];
    const options = [`-DoutputDirectory=${partial}`, '-DexcludeTransitive=true'];
    await promisify(execFile)('mvn', [...args, ...options]).catch((error: unknown) => {
      throw new LocalServiceError(`Maven could not fetch ${name}.`, { cause: error });
    });
    const fetched = join(partial, `${jar.artifactId}-${jar.version}-${jar.classifier}.jar`);
    const digest = createHash('sha256').update(readFileSync(fetched)).digest('hex');
    if (digest !== jar.sha256) {
      throw new LocalServiceError(`${name} as fetched has another checksum than expected.`);
    }
    renameSync(fetched, file);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function pomFor({ groupId, artifactId, version, classifier }: MavenJar): string {
  return `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>jar</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId>
      <version>${version}</version><classifier>${classifier}</classifier>
    </dependency>
  </dependencies>
</project>
`;
}
