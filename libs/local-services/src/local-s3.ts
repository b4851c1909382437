import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ChildService } from './child-service.js';
import { freePort } from './free-port.js';
import { LocalServiceError } from './local-service-error.js';
import type { LocalService, ProcessGroupOptions } from './local-service.js';
import { LogTail } from './log-tail.js';
import { assertSha256, cacheFolder, fetchWithMaven, missingJarPrerequisite } from './maven.js';
import { makeFolder } from './service-folder.js';

/** S3Mock of Adobe. Its licence is Apache-2.0. */
const S3MOCK = {
  groupId: 'com.adobe.testing',
  artifactId: 's3mock',
  version: '5.2.0',
  classifier: 'exec',
};
const SHA256 = 'dd7c192fef0005374dec507317ae946eaa5beeffeb4e901d8b97f7fd2ddfb741';
const JAR = `s3mock-${S3MOCK.version}-${S3MOCK.classifier}.jar`;

/** Replaces the second connector of S3Mock, which would listen on all addresses. */
const BEANS = `<beans xmlns="http://www.springframework.org/schema/beans"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://www.springframework.org/schema/beans https://www.springframework.org/schema/beans/spring-beans.xsd">
  <bean id="httpConnector" class="org.apache.catalina.connector.Connector">
    <constructor-arg>
      <bean class="org.apache.coyote.http11.Http11NioProtocol">
        <property name="address" value="127.0.0.1"/>
      </bean>
    </constructor-arg>
    <property name="port" value="0"/>
  </bean>
</beans>
`;

const STARTED = 'Started S3MockApplication';
const START_MS = 120_000;

export interface LocalS3Options extends ProcessGroupOptions {
  /** Folder for data and log. Created if missing. */
  readonly dataDir: string;
}

/** A running S3Mock. It accepts any credentials. */
export interface LocalS3 extends LocalService {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
}

/**
 * Returns a sentence about a missing prerequisite of a local S3, or `undefined` if none is missing.
 */
export function missingS3Prerequisite(): string | undefined {
  return missingJarPrerequisite('S3Mock', jarFile());
}

/**
 * Starts an S3Mock as a child process that listens only on 127.0.0.1. The start takes 5 s.
 *
 * @throws LocalServiceError with one line for the user
 */
export async function startLocalS3(options: LocalS3Options): Promise<LocalS3> {
  const missing = missingS3Prerequisite();
  if (missing !== undefined) throw new LocalServiceError(missing);
  const goal = ['dependency:copy-dependencies', '-DexcludeTransitive'];
  await fetchWithMaven('S3Mock', jarFile(), [S3MOCK], goal, (folder) =>
    assertSha256(join(folder, JAR), SHA256),
  );
  makeFolder(options.dataDir);
  const folder = realpathSync(options.dataDir);
  const beans = join(folder, 'beans.xml');
  writeFileSync(beans, BEANS);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const log = new LogTail(join(folder, 's3.log'));
    const service = await ChildService.start({
      command: 'java',
      args: [...javaArgs(folder), ...springArgs(port, beans, join(folder, 'data'))],
      output: log.file,
      stopSteps: [
        { signal: 'SIGTERM', waitMs: 10_000 },
        { signal: 'SIGKILL', waitMs: 5_000 },
      ],
      ownProcessGroup: options.ownProcessGroup ?? false,
    });
    if (await log.has(STARTED, service, START_MS)) {
      return Object.assign(service, { endpoint: `http://127.0.0.1:${String(port)}` });
    }
    await service.stop();
    if (attempt === 3 || !log.read().includes('already in use')) {
      throw new LocalServiceError(`S3Mock did not start: ${log.line(/ERROR/)} (see ${log.file})`);
    }
  }
}

/**
 * Returns options of Java. The fast compiler of the JVM is enough for a process of some minutes.
 */
function javaArgs(folder: string): string[] {
  const heap = ['-Xmx384m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-XX:-UsePerfData'];
  return [...heap, `-Djava.io.tmpdir=${folder}`, '-jar', jarFile()];
}

function springArgs(port: number, beans: string, data: string): string[] {
  return [
    '--server.address=127.0.0.1',
    `--server.port=${String(port)}`,
    '--server.ssl.enabled=false',
    `--spring.main.sources=${pathToFileURL(beans).href}`,
    '--spring.main.allow-bean-definition-overriding=true',
    `--com.adobe.testing.s3mock.store.root=${data}`,
  ];
}

function jarFile(): string {
  return join(cacheFolder(), JAR);
}
