import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKafka, createTopic } from '@lethe/messaging';
import { describeWithKafka, PATIENT_CLIENT, uniquePrefix, waitFor } from '@lethe/testing';
import { collectRecords, kafkajsOf } from '@lethe/testing/kafka';
import { grantRights } from './support/grant-rights.js';
import { CREATED_BY_OTHERS, SECRET_KEY, SecureApps } from './support/secure-apps.js';
import { SecureServices } from './support/secure-services.js';
import { ROLE_PASSWORD, urlOf } from './support/system-database.js';
import { IDS, WORKSPACE } from './support/workspaces.js';
import { System, type AppName } from './system.js';

/** A host name instead of an address, so that the gateway has to resolve it. */
const SERVICE_NAME = 'regulation.lethe.test';

describeWithKafka('with TLS and logins everywhere', () => {
  let services: SecureServices;
  const prefix = uniquePrefix();
  let apps: SecureApps;

  beforeAll(async () => {
    services = await SecureServices.start();
    apps = new SecureApps(services, prefix, CREATED_BY_OTHERS);
    await grantRights(services.kafka.internalBrokers, prefix);
  });
  afterEach(() => apps.stop());
  afterAll(() => services.stop(), 60_000);

  /** Creates a password file. `write` replaces it by renaming a new file, as Kubernetes does. */
  function passwordFile(name: string, first: string) {
    const path = join(services.folder, name);
    const write = (password: string): void => {
      writeFileSync(`${path}.new`, password);
      renameSync(`${path}.new`, path);
    };
    write(first);
    return { path, write };
  }

  /** Creates topics without an app, through a Kafka client of the test. */
  async function createTopics(...topics: string[]): Promise<void> {
    for (const topic of topics) await createTopic(operator(), topic, 1);
  }

  async function send(topic: string, message: { key: string | null; value: string }) {
    const producer = kafkajsOf(operator()).producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await producer.send({ topic, messages: [message] });
    await producer.disconnect();
  }

  function operator() {
    const brokers = services.kafka.internalBrokers.split(',');
    return createKafka({ brokers, clientId: 'operator', ...PATIENT_CLIENT });
  }

  it('creates schemas and topics, also when two commands run at the same time', async () => {
    const migrations = await Promise.all([apps.run('migrate'), apps.run('migrate')]);
    expect(migrations.map(({ code }) => code)).toEqual([0, 0]);
    const attempts = await Promise.all([
      apps.run('topics', 'ensure'),
      apps.run('topics', 'ensure'),
    ]);
    expect(attempts.map(({ code, output }) => ({ code, output }))).toEqual(
      Array(2).fill({
        code: 0,
        output: expect.stringContaining(`${prefix}regulation.suppressions.v1: `) as string,
      }),
    );
    const again = await apps.run('topics', 'ensure');
    expect(again.output).not.toContain('created');
    expect(again.output).toContain(`${prefix}test.results.v1: exists`);
  });

  it('processes a regulation and a test run, with minimal rights for each app', async () => {
    const password = join(services.folder, 'database-password');
    writeFileSync(password, `${ROLE_PASSWORD}\n`);
    const withoutPassword = (app: AppName): string => {
      const url = new URL(urlOf(app, services.databaseUrl()));
      url.password = '';
      return url.href;
    };
    const names: Record<AppName, string[]> = {
      regulation: [SERVICE_NAME],
      gateway: ['gateway'],
      'test-runner': [],
      'deletion-worker': ['deletion-worker'],
    };
    const system = await System.start({
      runners: 1,
      workers: 1,
      prefix,
      databaseUrl: services.databaseUrl(),
      brokers: services.brokers,
      environment: (app) => ({
        DATABASE_URL: withoutPassword(app),
        LETHE_DATABASE_PASSWORD_FILE: password,
        LETHE_SECRET_KEY: SECRET_KEY,
        ...services.kafkaEnvironment(app),
        ...CREATED_BY_OTHERS,
        ...(app === 'test-runner' ? {} : services.rpcEnvironment(app, names[app])),
        ...(app === 'gateway' || app === 'deletion-worker'
          ? { LETHE_RPC_SERVER_NAME: SERVICE_NAME }
          : {}),
      }),
    });
    try {
      await system.api().suppress('over-tls');
      await system.drained();
      await system.workers[0]!.waitForLine(/reading the deletions topic/);
      const records = await collectRecords(
        services.kafka.internalBrokers,
        system.topic('suppressions'),
      );
      expect(records.map(({ key }) => key)).toEqual([expect.stringContaining('over-tls')]);
      // The test of the filter below needs these records. The service has ended by then, so they
      // must be published now.
      const relayRecords = () =>
        collectRecords(services.kafka.internalBrokers, system.topic('relay'));
      await waitFor(async () => (await relayRecords()).at(-1)?.value != null);
      const answer = await system.api().request('POST', `/v0/testDestination/${IDS.hook}`, {
        body: { message: { type: 'track', event: 'x', userId: 'u' } },
      });
      expect(answer.text).toContain('dest_transformed_payload');
      expect(answer.status).toBe(200);
      const plain = await system.query(
        `select application_name from pg_stat_activity join pg_stat_ssl using (pid)
          where application_name like 'lethe%' and not ssl`,
      );
      expect(plain).toEqual([]);
      expect(system.output).not.toMatch(/-secret/);
    } finally {
      await system.stop();
    }
  });

  it('filters events with the minimal rights of the filter', async () => {
    const [input, output] = [`${prefix}events.in`, `${prefix}events.out`];
    expect(await apps.run('topics', 'create', input)).toMatchObject({ code: 0 });
    await createTopics(output, `${input}.dlq`);
    const filter = apps.start('event-filter', {
      LETHE_EVENTS_IN: input,
      LETHE_EVENTS_OUT: output,
      LETHE_EVENTS_GROUP: `${prefix}filter`,
      LETHE_EVENT_WORKSPACE: `fixed:${WORKSPACE}`,
    });
    await filter.waitForLine(/filtering events/);
    const suppressed = JSON.stringify({ userId: 'over-tls' });
    const sent = await apps.run('topics', 'send', input, '--key', 'over-tls', suppressed);
    expect(sent).toMatchObject({ code: 0 });
    await send(input, { key: 'cyd', value: JSON.stringify({ userId: 'cyd' }) });
    await send(input, { key: null, value: 'no json' });
    const keysOn = async (topic: string) =>
      (await collectRecords(services.kafka.internalBrokers, topic)).map(({ key }) => key);
    await waitFor(async () => (await keysOn(output)).length > 0);
    await waitFor(async () => (await keysOn(`${input}.dlq`)).length > 0);
    expect(await keysOn(output)).toEqual(['cyd']);
    expect(filter.output).not.toMatch(/-secret/);
  });

  it('retries while the Kafka password changes, and uses the new password without a restart', async () => {
    const password = passwordFile('kafka-password', 'plain-secret');
    const runner = apps.start('test-runner', {
      LETHE_KAFKA_SASL_MECHANISM: 'plain',
      LETHE_KAFKA_USERNAME: 'plain',
      LETHE_KAFKA_PASSWORD: '',
      LETHE_KAFKA_PASSWORD_FILE: password.path,
    });
    await runner.waitForLine(/reading test requests/);
    await services.restartKafka('another-secret');
    await runner.waitForLine(/SASL PLAIN authentication failed/);
    const before = runner.output.split('reading test requests').length;
    password.write('another-secret');
    await waitFor(() => runner.output.split('reading test requests').length > before, {
      message: () => `to take requests again, got:\n${runner.output}`,
    });
  });

  it('retries while the database password changes, and uses the new password without a restart', async () => {
    const system = await System.prepare({ databaseUrl: services.databaseUrl(), prefix });
    await system.query("create role rotating superuser login password 'first-secret'");
    const password = passwordFile('rotating-password', 'first-secret');
    const url = new URL(services.databaseUrl());
    [url.username, url.password] = ['rotating', ''];
    const service = apps.start('regulation', {
      DATABASE_URL: url.href,
      LETHE_DATABASE_PASSWORD_FILE: password.path,
    });
    await service.waitForLine(/"leading"/);
    await system.query("alter role rotating password 'second-secret'");
    await system.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rotating'",
    );
    await service.waitForLine(/28P01/);
    const before = service.output.split('"leading"').length;
    password.write('second-secret');
    await waitFor(() => service.output.split('"leading"').length > before, {
      message: () => `to lead again, got:\n${service.output}`,
    });
  });
});
