import { createKafka, createTopic } from '@lethe/messaging';
import { uniquePrefix, waitFor } from '@lethe/testing';
import { deletingWorkspace } from '../../support/deletion-orders.js';
import { FAILPOINT_ARGS } from '../../support/failpoints.js';
import { freePorts } from '../../support/free-ports.js';
import { Instance } from '../../support/instance.js';
import { mainOf } from '../../support/main-of.js';
import { OwnService } from '../../support/own-services.js';
import { readinessOf } from '../../support/readiness-of.js';
import { relayStates } from '../../support/relay-states.js';
import { urlOf } from '../../support/system-database.js';
import { WORKSPACES } from '../../support/workspaces.js';
import { System, type AppName } from '../../system.js';
import { Receiver } from '../../test-api/receiver.js';
import type { Gateway } from '../load/caller.js';
import { EVENT_PARTITIONS } from '../load/event-stream.js';
import type { UsedWorkspace } from '../load/hidden-texts.js';
import { returningUsers, ROWS_AT } from '../load/request-loops.js';
import { mutantEnvironment, type MutantName } from '../mutants/mutants.js';
import { Links } from './links.js';
import { ReturningRows } from './returning-rows.js';
import { SpanTexts } from './span-texts.js';

const FILTERS = 2;
/** The shortest allowed lease, so that the service notices a lost worker within the run. */
const LEASE_SECONDS = '5';

/**
 * The whole system with its own servers. Each app is a process, and each connection between a
 * process and a server goes over a link that can fail.
 */
export class ChaosSystem {
  /** Ends of processes that a fault has caused, which are not crashes. */
  private readonly expected = new WeakSet<Promise<unknown>>();

  private constructor(
    readonly postgres: OwnService,
    readonly kafka: OwnService,
    readonly links: Links,
    readonly receiver: Receiver,
    readonly rows: ReturningRows,
    readonly spans: SpanTexts,
    readonly workspaces: readonly UsedWorkspace[],
    readonly system: System,
    readonly filters: readonly Instance[],
    readonly events: { readonly input: string; readonly output: string; readonly group: string },
  ) {}

  /** Prepares everything. Of the apps and servers, only PostgreSQL is started. */
  static async prepare(mutants: readonly MutantName[] = []): Promise<ChaosSystem> {
    const postgres = await OwnService.postgres();
    const commandPorts = await freePorts(2);
    const databaseUrl = new URL(postgres.address);
    const links = await Links.open({
      postgres: Number(databaseUrl.port),
      regulations: commandPorts,
    });
    const kafka = await OwnService.kafka({
      proxied: links.kafkaListeners,
      // Kafka does not exclude a broker that is frozen for less than this time. A shorter time
      // would often expire on a busy machine.
      settings: { 'broker.session.timeout.ms': '6000' },
    });
    const receiver = await Receiver.start();
    const rows = await ReturningRows.start(returningUsers());
    const spans = await SpanTexts.collect();
    const workspaces = [
      ...WORKSPACES,
      deletingWorkspace(
        receiver.url,
        { dst_plain: '/deletions', dst_slow: '/slow/700', dst_flaky: '/flaky' },
        [{ id: ROWS_AT, type: 'REDIS', config: rows.config }],
      ),
    ];
    const prefix = uniquePrefix();
    const over = (name: string): string => `127.0.0.1:${links.get(name).port}`;
    const environment = (app: AppName | 'event-filter', index: number) => {
      const name = `${app}-${index}`;
      const databaseOver = (app: AppName): string => {
        const database = new URL(urlOf(app, databaseUrl.href));
        database.host = over(`${name} > postgres`);
        return database.href;
      };
      return {
        ...(app === 'event-filter' ? {} : { DATABASE_URL: databaseOver(app) }),
        KAFKA_BROKERS: over(`${name} > kafka`),
        ...(app === 'regulation'
          ? { LETHE_REGULATION_LISTEN: `127.0.0.1:${commandPorts[index]!}` }
          : {}),
        ...(app === 'gateway' ? { LOG_LEVEL: 'warn' } : {}), // no line for each request
        ...(app === 'gateway' || app === 'deletion-worker'
          ? { LETHE_REGULATION_ADDRESS: over(`${name} > regulation`) }
          : {}),
        ...(app === 'deletion-worker' ? { LETHE_DELETION_LEASE: LEASE_SECONDS } : {}),
        // Shorter than the longest faults, and longer than the pauses of a busy machine.
        ...(app === 'event-filter' ? {} : { LETHE_UNAVAILABLE_AFTER: '5' }),
        ...spans.environment,
        ...mutantEnvironment(mutants, app),
      };
    };
    const system = await System.prepare({
      ...{ regulations: 2, gateways: 2, runners: 1, workers: 2 },
      ...{ databaseUrl: databaseUrl.href, brokers: kafka.address, prefix, environment },
      workspaces,
    });
    const events = {
      ...{ input: `${prefix}events`, output: `${prefix}passed`, group: `${prefix}filter` },
    };
    const filters = Array.from({ length: FILTERS }, (_, index) => {
      const name = `event-filter-${index}`;
      const env = {
        LETHE_TOPIC_PREFIX: prefix,
        LETHE_E2E_FAILPOINT_FILE: system.failPointFile(name),
        LETHE_EVENTS_IN: events.input,
        LETHE_EVENTS_OUT: events.output,
        LETHE_EVENTS_GROUP: events.group,
        LETHE_EVENTS_SESSION_TIMEOUT: '6',
        PORT: '0',
        ...environment('event-filter', index),
      };
      return new Instance(name, { args: [...FAILPOINT_ARGS, mainOf('event-filter')], env });
    });
    return new ChaosSystem(
      postgres,
      kafka,
      links,
      receiver,
      rows,
      spans,
      workspaces,
      system,
      filters,
      events,
    );
  }

  /** Starts everything, and waits until requests, test runs and events work. */
  async start(): Promise<void> {
    await this.kafka.startSurely();
    const kafka = createKafka({ brokers: [this.kafka.address], clientId: 'chaos' });
    for (const topic of [this.events.input, this.events.output]) {
      await createTopic(kafka, topic, EVENT_PARTITIONS);
    }
    // Starts the apps one after another, which is faster on few CPUs.
    const { regulations, gateways, runners, workers } = this.system;
    for (const instance of [...regulations, ...gateways]) instance.start();
    await this.system.ready();
    for (const instance of [...runners, ...workers, ...this.filters]) instance.start();
    await this.system.testsReady();
    for (const filter of this.filters) {
      await filter.waitForLine(/filtering events/);
    }
  }

  get instances(): readonly Instance[] {
    return [...this.system.instances, ...this.filters];
  }

  get gateways(): readonly Gateway[] {
    return this.system.gateways.map(({ name }, index) => ({
      ...{ name, address: this.system.addressOf(index) },
    }));
  }

  /**
   * @param name of an app's process; `relay` is a regulation service that last reported that it
   *   leads
   */
  instance(name: string): Instance {
    if (name === 'relay') {
      const { regulations } = this.system;
      const leads = (one: Instance): boolean => relayStates(one).at(-1) === 'leading';
      return regulations.find(leads) ?? regulations[0]!;
    }
    const found = this.instances.find((instance) => instance.name === name);
    if (found === undefined) throw new Error(`There is no process ${name}.`);
    return found;
  }

  /** Marks the next end of a process as expected, so that it does not count as a crash. */
  expectEnd(instance: Instance): void {
    this.expected.add(instance.exited);
  }

  /**
   * Restarts processes that crash, as a container runtime does.
   *
   * @param onDeath gets each process that crashed
   */
  superviseUntil(signal: AbortSignal, onDeath: (instance: Instance, how: string) => void): void {
    for (const instance of this.instances) void this.supervise(instance, signal, onDeath);
  }

  /** Waits until every process with a readiness probe is ready. */
  async ready(): Promise<void> {
    await this.system.ready();
    for (const instance of [...this.system.runners, ...this.system.workers, ...this.filters]) {
      const isReady = async (): Promise<boolean> =>
        (await readinessOf(instance)).status === 'ready';
      await waitFor(isReady, {
        message: () => `${instance.name} to be ready:\n${instance.output}`,
      });
    }
  }

  /** Stops each app cleanly, so that it sends its last spans. */
  async stopApps(): Promise<void> {
    this.links.healAll();
    await Promise.all(this.instances.map((instance) => instance.stop()));
  }

  async stop(): Promise<void> {
    await this.stopApps();
    await this.system.stop();
    await this.receiver.stop();
    await this.rows.stop();
    await this.spans.stop();
    this.links.closeAll();
    await this.kafka.remove();
    await this.postgres.remove();
  }

  private async supervise(
    instance: Instance,
    signal: AbortSignal,
    onDeath: (instance: Instance, how: string) => void,
  ): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      const run = instance.exited;
      const { code, signal: by } = await run;
      if (isOver()) return;
      if (!this.expected.has(run)) {
        onDeath(instance, `code ${code ?? by ?? ''}: ${instance.output.slice(-500)}`);
        instance.start();
      }
      await waitFor(() => isOver() || instance.exited !== run, { timeoutMs: Infinity });
    }
  }
}
