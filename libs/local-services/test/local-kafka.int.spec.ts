import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  archiveKafkaClasses,
  hasKafkaPrerequisites,
  LocalServiceError,
  SHORT_LIVED_KAFKA,
  startLocalKafka,
  type LocalKafka,
} from '../src/index.js';

// In CI, the tests are not skipped if Java is missing. They fail.
const describeHere =
  hasKafkaPrerequisites() || process.env.CI === 'true' ? describe : describe.skip;

// The test reads the files that a process has mapped, which only Linux shows.
const onLinux = process.platform === 'linux' ? it : it.skip;

describeHere('startLocalKafka (skipped without Java and Maven)', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'local-kafka-'));
  let kafka: LocalKafka | undefined;
  beforeAll(() => archiveKafkaClasses());
  afterAll(async () => {
    await kafka?.stop();
    rmSync(dataDir, { recursive: true });
  });

  const clusterId = (): string =>
    /cluster\.id=(.+)/.exec(readFileSync(join(dataDir, 'data', 'meta.properties'), 'utf8'))?.[1] ??
    '';

  it('starts, stops, restarts with its data, and refuses a second process', async () => {
    kafka = await startLocalKafka({ dataDir, ...SHORT_LIVED_KAFKA });
    const { port, pid } = kafka;
    expect(kafka.brokers).toBe(`127.0.0.1:${String(port)}`);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    const id = clusterId();
    await expect(startLocalKafka({ dataDir })).rejects.toThrow(/is in use by process/);

    await Promise.all([kafka.stop(), kafka.stop()]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');

    kafka = await startLocalKafka({ dataDir, port, ...SHORT_LIVED_KAFKA });
    expect(kafka.port).toBe(port);
    expect(clusterId()).toBe(id);
  });

  onLinux('loads its classes from the archive in the folder of its jars', () => {
    expect(readFileSync(`/proc/${String(kafka?.pid)}/maps`, 'utf8')).toMatch(/classes-\w+\.jsa$/m);
  });

  it('reports in one line that the port is in use', async () => {
    const other = join(dataDir, 'other');
    const error = await startLocalKafka({ dataDir: other, port: kafka?.port ?? 0 }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(LocalServiceError);
    expect(String(error)).toMatch(/Port \d+ is in use\. Choose another port for Kafka\.$/);
  });

  it('reports in one line that the folder is a file', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(startLocalKafka({ dataDir: join(file, 'x') })).rejects.toThrow(/Cannot write to/);
  });
});
