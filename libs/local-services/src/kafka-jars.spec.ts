import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingKafkaPrerequisite } from './kafka-jars.js';

describe('missingKafkaPrerequisite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kafka-jars-'));
  const noCache = join(folder, 'no-cache');
  const none = { java: join(folder, 'no-java'), mvn: join(folder, 'no-mvn') };
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Creates a program that prints the version text of Java. */
  function javaOf(version: string): string {
    const java = join(folder, `java-${version}`);
    writeFileSync(java, `#!/bin/sh\necho 'openjdk version "${version}" 2025-04-15' >&2\n`, {
      mode: 0o755,
    });
    return java;
  }

  it('reports that Java is missing, and suggests KAFKA_BROKERS', () => {
    expect(missingKafkaPrerequisite(noCache, none)).toMatch(/^Kafka needs Java 17 .*KAFKA_BROKERS/);
  });

  it('reports that Java is too old', () => {
    const programs = { ...none, java: javaOf('11.0.2') };
    expect(missingKafkaPrerequisite(noCache, programs)).toMatch(/this is Java 11/);
  });

  it('reports that Maven is missing', () => {
    const programs = { ...none, java: javaOf('17.0.15') };
    expect(missingKafkaPrerequisite(noCache, programs)).toMatch(/Install mvn/);
  });

  it('does not require Maven when the jars exist', () => {
    const programs = { ...none, java: javaOf('21.0.1') };
    expect(missingKafkaPrerequisite(folder, programs)).toBeUndefined();
  });
});
