import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { TOPICS, topicName } from '@lethe/contracts';
import { type ReceivedRecord } from '@lethe/messaging';
import {
  spawnApp,
  testKafkaBrokers,
  uniquePrefix,
  waitFor,
  type SpawnedApp,
  type WaitOptions,
} from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { Api } from './support/api.js';
import {
  armFailPoint,
  disarmFailPoint,
  FAILPOINT_ARGS,
  hasBegun,
  hasFired,
  holdStatement,
  type FailPoint,
  type Fault,
} from './support/failpoints.js';
import { untilPublished } from './support/backlog.js';
import { freePorts } from './support/free-ports.js';
import { Instance } from './support/instance.js';
import { mainOf } from './support/main-of.js';
import { partitionsOf } from './support/partitions-of.js';
import { relayStates } from './support/relay-states.js';
import { createSystemDatabase, layOut, ownerUrlOf, urlOf } from './support/system-database.js';
import { TOKENS, writeWorkspaceFile } from './support/workspaces.js';

export interface SystemOptions {
  /** Number of instances of the regulation service. Default 1. */
  readonly regulations?: number;
  /**
   * Number of gateways, which are spread over the regulation services. Default: one for each
   * service.
   */
  readonly gateways?: number;
  /** Number of test runners. Default 0. */
  readonly runners?: number;
  /** Number of deletion workers, which are spread over the regulation services. Default 0. */
  readonly workers?: number;
  /**
   * URL of the test's own PostgreSQL, as a superuser. Default: a new database on the shared server.
   */
  readonly databaseUrl?: string;
  /** Prefix of all topics. Default: a new prefix. */
  readonly prefix?: string;
  /** Brokers of the test's own Kafka. Default: the shared Kafka. */
  readonly brokers?: string;
  readonly logLevel?: string;
  /** Further variables of an app, which replace the default ones. */
  readonly environment?: (app: AppName, index: number) => Readonly<Record<string, string>>;
  /** Workspaces of the workspace file. Default: `WORKSPACES`. */
  readonly workspaces?: readonly object[];
}

export type AppName = 'regulation' | 'gateway' | 'test-runner' | 'deletion-worker';

export type TopicKey = keyof typeof TOPICS;

/** The system under test: separate processes, as in production. */
export class System {
  private constructor(
    readonly databaseUrl: string,
    readonly brokers: string,
    readonly regulations: readonly Instance[],
    readonly gateways: readonly Instance[],
    readonly runners: readonly Instance[],
    readonly workers: readonly Instance[],
    /** Prefix of all topics. */
    readonly prefix: string,
    private readonly addresses: readonly string[],
    private readonly folder: string,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  /** Prepares the system on a new database and a new topic prefix. Starts no process. */
  static async prepare(options: SystemOptions = {}): Promise<System> {
    const { regulations: count = 1, gateways = count, logLevel = 'info' } = options;
    const own = options.databaseUrl === undefined ? await createSystemDatabase() : undefined;
    const databaseUrl = options.databaseUrl ?? own!.url;
    if (own === undefined) await layOut(databaseUrl);
    const brokers = options.brokers ?? (await testKafkaBrokers());
    const prefix = options.prefix ?? uniquePrefix();
    const { environment = () => ({}) } = options;
    const folder = mkdtempSync(join(tmpdir(), 'lethe-e2e-'));
    const commonTo = (app: AppName) => ({
      DATABASE_URL: urlOf(app, databaseUrl),
      LOG_LEVEL: logLevel,
      HOST: '127.0.0.1',
      LETHE_UNAVAILABLE_AFTER: '20', // seconds; a server that only pauses is not down
    });
    const secretKey = randomBytes(32).toString('base64');
    const identifierKey = randomBytes(32).toString('base64');
    const rpc = { LETHE_RPC_SECRET: randomBytes(32).toString('base64') };
    const commandPorts = await freePorts(count);
    const regulations = commandPorts.map((port, index) => {
      const name = `regulation-${index}`;
      return new Instance(name, {
        args: [...FAILPOINT_ARGS, mainOf('regulation')],
        env: {
          ...commonTo('regulation'),
          LETHE_MIGRATE_ON_START: 'false',
          PORT: '0',
          KAFKA_BROKERS: brokers,
          LETHE_TOPIC_PREFIX: prefix,
          LETHE_REGULATION_LISTEN: `127.0.0.1:${port}`,
          ...rpc,
          LETHE_IDENTIFIER_KEY: identifierKey,
          LETHE_E2E_FAILPOINT_FILE: join(folder, name),
          ...environment('regulation', index),
        },
      });
    });
    const httpPorts = await freePorts(gateways);
    const workspaceFile = writeWorkspaceFile(folder, options.workspaces);
    const edges = httpPorts.map((port, index) => {
      const env = {
        ...commonTo('gateway'),
        LETHE_MIGRATE_ON_START: 'false',
        PORT: String(port),
        KAFKA_BROKERS: brokers,
        LETHE_TOPIC_PREFIX: prefix,
        LETHE_SECRET_KEY: secretKey,
        LETHE_REGULATION_ADDRESS: `127.0.0.1:${commandPorts[index % count]!}`,
        ...rpc,
        LETHE_WORKSPACE_FILE: workspaceFile,
        LETHE_DATA_DIR: folder,
        ...environment('gateway', index),
      };
      return new Instance(`gateway-${index}`, { args: [mainOf('gateway')], env });
    });
    const runners = Array.from({ length: options.runners ?? 0 }, (_, index) => {
      const env = {
        ...commonTo('test-runner'),
        PORT: '0',
        KAFKA_BROKERS: brokers,
        LETHE_TOPIC_PREFIX: prefix,
        LETHE_SECRET_KEY: secretKey,
        LETHE_DELIVERY_ALLOW: '127.0.0.1',
        ...environment('test-runner', index),
      };
      return new Instance(`test-runner-${index}`, { args: [mainOf('test-runner')], env });
    });
    const workers = Array.from({ length: options.workers ?? 0 }, (_, index) => {
      const env = {
        ...commonTo('deletion-worker'),
        PORT: '0',
        KAFKA_BROKERS: brokers,
        LETHE_TOPIC_PREFIX: prefix,
        LETHE_SECRET_KEY: secretKey,
        LETHE_REGULATION_ADDRESS: `127.0.0.1:${commandPorts[index % count]!}`,
        ...rpc,
        LETHE_DELIVERY_ALLOW: '127.0.0.1',
        ...environment('deletion-worker', index),
      };
      return new Instance(`deletion-worker-${index}`, { args: [mainOf('deletion-worker')], env });
    });
    return new System(
      databaseUrl,
      brokers,
      regulations,
      edges,
      runners,
      workers,
      prefix,
      httpPorts.map((port) => `http://127.0.0.1:${port}`),
      folder,
      () => own?.drop() ?? Promise.resolve(),
    );
  }

  /** Starts every process, and waits until requests succeed. */
  static async start(options: SystemOptions = {}): Promise<System> {
    const system = await System.prepare(options);
    system.startAll();
    await system.ready();
    if (system.runners.length > 0) await system.testsReady();
    return system;
  }

  startAll(): void {
    for (const instance of this.instances) instance.start();
  }

  /**
   * Waits until every gateway serves requests that need the database and the regulation service.
   */
  async ready(): Promise<void> {
    for (const index of this.gateways.keys()) {
      await waitFor(() => this.api('admin', index).list(), {
        message: () => `gateway ${index} to serve requests, got:\n${this.output}`,
      });
    }
  }

  /** Waits until test runs succeed: gateways read results, and the runners share all partitions. */
  async testsReady(): Promise<void> {
    for (const [index, address] of this.addresses.entries()) {
      await waitFor(
        async () => {
          const answer = await fetch(`${address}/readyz`);
          const { checks } = (await answer.json()) as { checks: Record<string, string> };
          return checks.kafka === 'up';
        },
        { message: () => `gateway ${index} to read results, got:\n${this.output}` },
      );
    }
    const shares = (): number[] => {
      return this.runners.filter((runner) => runner.isRunning).map(partitionsOf);
    };
    await waitFor(
      () => {
        const all = shares();
        const sum = all.reduce((total, share) => total + share, 0);
        return all.every((share) => share > 0) && sum === TOPICS.testRequests.partitions;
      },
      {
        message: () => `shares of the runners, got ${String(shares())}:\n${this.output}`,
      },
    );
  }

  get instances(): readonly Instance[] {
    return [...this.regulations, ...this.gateways, ...this.runners, ...this.workers];
  }

  get output(): string {
    return this.instances.map((instance) => instance.output).join('\n');
  }

  api(token: keyof typeof TOKENS = 'admin', gateway = 0): Api {
    return new Api(this.addresses[gateway]!, TOKENS[token]);
  }

  addressOf(gateway: number): string {
    return this.addresses[gateway]!;
  }

  /** Runs the operators' command line as the owner of the schemas, as `npm run lethe -- …` does. */
  cli(...args: readonly string[]): SpawnedApp {
    return spawnApp({
      args: [mainOf('cli'), ...args],
      env: {
        DATABASE_URL: ownerUrlOf(this.databaseUrl),
        KAFKA_BROKERS: this.brokers,
        LETHE_TOPIC_PREFIX: this.prefix,
      },
    });
  }

  get topicPrefix(): string {
    return this.prefix;
  }

  topic(key: TopicKey): string {
    return topicName(this.prefix, TOPICS[key]);
  }

  /** Returns the committed records of a topic. */
  records(key: TopicKey): Promise<ReceivedRecord[]> {
    return collectRecords(this.brokers, this.topic(key));
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until one instance leads the relay, and returns it. */
  async leader(): Promise<Instance> {
    const leads = (instance: Instance): boolean => relayStates(instance).at(-1) === 'leading';
    return waitFor(() => this.regulations.find(leads), {
      message: 'a leader',
    });
  }

  /** Returns the path of the file that arms a failpoint in a process (LETHE_E2E_FAILPOINT_FILE). */
  failPointFile(name: string): string {
    return join(this.folder, name);
  }

  /** Ends or freezes a process when it reaches a failpoint. */
  arm(instance: Instance, point: FailPoint, fault: Fault): void {
    armFailPoint(this.failPointFile(instance.name), point, fault);
  }

  /** Delays the next statement of a process at a failpoint. */
  hold(instance: Instance, point: FailPoint, delayMs: number): void {
    holdStatement(this.failPointFile(instance.name), point, delayMs);
  }

  /** Returns whether a process has reached its failpoint. For an armed signal, use `hasFired`. */
  hasBegun(instance: Instance): boolean {
    return hasBegun(this.failPointFile(instance.name));
  }

  async fired(instance: Instance): Promise<void> {
    await waitFor(() => this.hasFired(instance), {
      message: `${instance.name} to reach the point`,
    });
  }

  hasFired(instance: Instance): boolean {
    return hasFired(this.failPointFile(instance.name), instance.pid);
  }

  /** Disarms a failpoint. @returns true if the process had not reached the failpoint */
  disarm(instance: Instance): boolean {
    return disarmFailPoint(this.failPointFile(instance.name));
  }

  /**
   * Thaws all frozen processes and starts all ended processes, also those that a failed test left
   * behind.
   */
  heal(): void {
    for (const instance of this.instances) {
      rmSync(this.failPointFile(instance.name), { force: true });
      if (instance.isRunning) instance.thaw();
      else instance.start();
    }
  }

  /** Waits until the relay has published all rows. */
  async drained(options?: WaitOptions): Promise<void> {
    await untilPublished(this, options);
  }

  async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
    await this.dropDatabase();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
