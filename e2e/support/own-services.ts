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

/** A server for one test. The test can stop it, because no other test uses it. */
export class OwnService {
  private running: LocalService | undefined;

  private constructor(
    private readonly folder: string,
    /** Its address, the same after each start. */
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

  /**
   * Prepares Kafka without starting it.
   *
   * @param options in addition to the options of `startOwnKafka`
   */
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

  /**
   * Starts the server. If a start takes more than a minute on a busy machine, it is aborted and
   * repeated.
   */
  async startSurely(): Promise<void> {
    await waitFor(() => this.start().then(() => true), { message: `${this.address} to start` });
  }

  async stop(): Promise<void> {
    await this.running?.stop();
  }

  /** Ends the server as a crash does. */
  async kill(): Promise<void> {
    await this.running?.kill();
  }

  /** Stops the server and deletes its data. */
  async lose(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder);
  }

  /** Process id of the current run. */
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
  chmodSync(folder, 0o755); // if the tests run as root, PostgreSQL runs as another user
  return folder;
}
