import { mkdirSync, mkdtempSync, chmodSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  startEmbeddedPostgres,
  type LocalKafkaOptions,
  type LocalService,
} from '@lethe/local-services';
import { startOwnKafka, waitFor } from '@lethe/testing';

/** A server that belongs to one test, which may stop it: the shared ones serve everybody. */
export class OwnService {
  private running: LocalService | undefined;

  private constructor(
    private readonly folder: string,
    /** How to reach it, the same after each start. */
    readonly address: string,
    private readonly log: string,
    private readonly launch: () => Promise<LocalService>,
  ) {}

  static async postgres(): Promise<OwnService> {
    const dataDir = makeFolder();
    const port = await freePort();
    const launch = () => startEmbeddedPostgres({ dataDir, port });
    const first = await launch();
    const service = new OwnService(dataDir, first.url, 'postgres.log', launch);
    service.running = first;
    return service;
  }

  /** Not started. @param options beside those that every Kafka of a test's own has */
  static async kafka(
    options: Pick<LocalKafkaOptions, 'proxied' | 'settings'> = {},
  ): Promise<OwnService> {
    const dataDir = makeFolder();
    const port = await freePort();
    const launch = () => startOwnKafka({ ...options, dataDir, port });
    return new OwnService(dataDir, `127.0.0.1:${port}`, 'kafka.log', launch);
  }

  async start(): Promise<void> {
    this.running = await this.launch();
  }

  /** A start that a busy machine does not finish within a minute is given up, and then comes another. */
  async startSurely(): Promise<void> {
    await waitFor(() => this.start().then(() => true), { message: `${this.address} to start` });
  }

  async stop(): Promise<void> {
    await this.running?.stop();
  }

  /** As a crash ends it. */
  async kill(): Promise<void> {
    await this.running?.kill();
  }

  /** Stops it, and with it goes all that it had. */
  async lose(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder);
  }

  /** Of its present run. */
  get pid(): number {
    if (this.running === undefined) throw new Error(`${this.address} was not started`);
    return this.running.pid;
  }

  get logText(): string {
    return readFileSync(join(this.folder, this.log), 'utf8');
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-e2e-'));
  chmodSync(folder, 0o755); // under root, PostgreSQL runs as somebody else
  return folder;
}
