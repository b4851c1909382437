import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectRecords } from '@lethe/messaging';
import {
  CertificateAuthority,
  describeWithKafka,
  freePort,
  spawnApp,
  uniquePrefix,
  waitFor,
  type SpawnedApp,
} from '@lethe/testing';
import { grantRights } from './support/grant-rights.js';
import { SecureServices } from './support/secure-services.js';
import { IDS, WORKSPACE } from './support/workspaces.js';
import { System, type AppName } from './system.js';

const START_MS = 180_000;
/** Not an address: the gateway has to look for this name. */
const SERVICE_NAME = 'regulation.lethe.test';
const CREATED_BY_OTHERS = { LETHE_MIGRATE_ON_START: 'false', LETHE_CREATE_TOPICS: 'false' };

type Startable = AppName | 'event-filter' | 'cli';

describeWithKafka('with TLS and logins everywhere', () => {
  let services: SecureServices;
  const prefix = uniquePrefix();
  const running: SpawnedApp[] = [];

  beforeAll(async () => {
    services = await SecureServices.start();
    await grantRights(services.kafka.internalBrokers, prefix);
  }, START_MS);
  afterEach(async () => {
    await Promise.all(running.splice(0).map((app) => app.stop()));
  });
  afterAll(() => services.stop(), 60_000);

  const start = (app: Startable, env: Record<string, string>, ...args: string[]) => {
    const main = fileURLToPath(new URL(`../apps/${app}/dist/main.js`, import.meta.url));
    // As npm start and the images do: on Node 24 kafkajs' timers make warnings.
    const started = spawnApp({
      args: ['--disable-warning=TimeoutNegativeWarning', main, ...args],
      env: { ...everything(app), ...env },
    });
    running.push(started);
    return started;
  };
  const run = async (...args: string[]) => {
    const cli = start('cli', {}, ...args);
    const { code } = await cli.exited;
    return { code, output: cli.output };
  };

  /** All that an app needs to run here. */
  function everything(app: Startable): Record<string, string> {
    return {
      DATABASE_URL: services.databaseUrl(),
      LETHE_TOPIC_PREFIX: prefix,
      HOST: '127.0.0.1',
      PORT: '0',
      LETHE_SECRET_KEY: SECRET_KEY,
      LETHE_REGULATION_LISTEN: '127.0.0.1:0',
      LETHE_REGULATION_ADDRESS: '127.0.0.1:1',
      LETHE_DATA_DIR: services.folder,
      LETHE_EVENTS_IN: 'events.in',
      LETHE_EVENTS_OUT: 'events.out',
      ...services.kafkaEnvironment(app === 'cli' ? 'admin' : app),
      ...(app === 'cli' ? {} : CREATED_BY_OTHERS),
    };
  }

  /** A file that is replaced as Kubernetes replaces it. */
  function passwordFile(name: string, first: string) {
    const path = join(services.folder, name);
    const write = (password: string): void => {
      writeFileSync(`${path}.new`, password);
      renameSync(`${path}.new`, path);
    };
    write(first);
    return { path, write };
  }

  /** The process ends by itself, and says why in one line. */
  async function refuses(app: SpawnedApp, ...texts: string[]): Promise<void> {
    const { code } = await app.exited;
    expect({ code, lines: app.stderr }).toEqual({ code: 1, lines: [expect.any(String)] });
    for (const text of texts) expect(app.stderr[0]).toContain(text);
    expect(app.output).not.toMatch(/-secret/);
  }

  it('makes schemas and topics beforehand, also when two do it at once', async () => {
    const migrations = await Promise.all([run('migrate'), run('migrate')]);
    expect(migrations.map(({ code }) => code)).toEqual([0, 0]);
    const attempts = await Promise.all([run('topics', 'ensure'), run('topics', 'ensure')]);
    expect(attempts.map(({ code, output }) => ({ code, output }))).toEqual(
      Array(2).fill({
        code: 0,
        output: expect.stringContaining(`${prefix}regulation.suppressions.v1: `) as string,
      }),
    );
    const again = await run('topics', 'ensure');
    expect(again.output).not.toContain('created');
    expect(again.output).toContain(`${prefix}test.results.v1: is there`);
  });

  it(
    'runs a regulation and a test run, each app with its own rights only',
    async () => {
      const url = new URL(services.databaseUrl());
      url.password = '';
      const password = join(services.folder, 'database-password');
      writeFileSync(password, `${new URL(services.postgres.url).password}\n`);
      const names: Record<AppName, string[]> = {
        regulation: [SERVICE_NAME],
        gateway: ['gateway'],
        'test-runner': [],
      };
      const system = await System.start({
        runners: 1,
        prefix,
        databaseUrl: services.databaseUrl(),
        brokers: services.brokers,
        environment: (app) => ({
          DATABASE_URL: url.href,
          LETHE_DATABASE_PASSWORD_FILE: password,
          LETHE_SECRET_KEY: SECRET_KEY,
          ...services.kafkaEnvironment(app),
          ...CREATED_BY_OTHERS,
          ...(app === 'test-runner' ? {} : services.rpcEnvironment(app, names[app])),
          ...(app === 'gateway' ? { LETHE_RPC_SERVER_NAME: SERVICE_NAME } : {}),
        }),
      });
      try {
        await system.api().suppress('over-tls');
        await system.drained();
        const records = await collectRecords(
          services.kafka.internalBrokers,
          system.topic('suppressions'),
        );
        expect(records.map(({ key }) => key)).toEqual([expect.stringContaining('over-tls')]);
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
    },
    START_MS,
  );

  it(
    'filters events, with the rights of the filter only',
    async () => {
      const [input, output] = [`${prefix}events.in`, `${prefix}events.out`];
      for (const topic of [input, output, `${input}.dlq`]) {
        expect(await run('topics', 'create', topic)).toMatchObject({ code: 0 });
      }
      const filter = start('event-filter', {
        LETHE_EVENTS_IN: input,
        LETHE_EVENTS_OUT: output,
        LETHE_EVENTS_GROUP: `${prefix}filter`,
        LETHE_EVENT_WORKSPACE: `fixed:${WORKSPACE}`,
      });
      await filter.waitForLine(/filtering events/, { timeoutMs: 60_000 });
      for (const userId of ['over-tls', 'somebody']) {
        const sent = await run(
          'topics',
          'send',
          input,
          '--key',
          userId,
          JSON.stringify({ userId }),
        );
        expect(sent).toMatchObject({ code: 0 });
      }
      expect(await run('topics', 'send', input, 'no json')).toMatchObject({ code: 0 });
      const keysOn = async (topic: string) =>
        (await collectRecords(services.kafka.internalBrokers, topic)).map(({ key }) => key);
      await waitFor(async () => (await keysOn(output)).length > 0);
      await waitFor(async () => (await keysOn(`${input}.dlq`)).length > 0);
      expect(await keysOn(output)).toEqual(['somebody']);
      expect(filter.output).not.toMatch(/-secret/);
    },
    START_MS,
  );

  describe('ends the start with one clear line', () => {
    const wrongKafka = 'Kafka at 127.0.0.1:';
    const apps = ['regulation', 'gateway', 'test-runner'] as const;
    const onKafka = [...apps, 'event-filter'] as const;
    let stranger: CertificateAuthority;

    beforeAll(() => {
      stranger = CertificateAuthority.create(services.folder, 'stranger');
    });

    it.each(onKafka)('when Kafka refuses the login of the %s', async (app) => {
      const refused = start(app, { LETHE_KAFKA_PASSWORD: 'wrong-secret' });
      await refuses(refused, wrongKafka, 'refuses the login. Check LETHE_KAFKA_USERNAME');
    });

    it.each(apps)('when PostgreSQL refuses the login of the %s', async (app) => {
      const refused = start(app, { LETHE_DATABASE_PASSWORD: 'wrong-secret' });
      await refuses(refused, 'PostgreSQL at localhost:', 'refuses the login. Check user, password');
    });

    it.each(onKafka)("when the %s does not trust Kafka's authority", async (app) => {
      const refused = start(app, { LETHE_KAFKA_CA_FILE: stranger.cert });
      await refuses(refused, wrongKafka, 'not trusted', 'LETHE_KAFKA_CA_FILE');
    });

    it.each(apps)("when the %s does not trust the database's authority", async (app) => {
      const query = `sslmode=verify-full&sslrootcert=${stranger.cert}`;
      const refused = start(app, { DATABASE_URL: services.databaseUrl(query) });
      await refuses(refused, 'PostgreSQL at localhost:', 'not trusted', 'sslrootcert');
    });

    it('when Kafka does not accept our certificate', async () => {
      const { cert, key } = stranger.issue('intruder');
      const own = { LETHE_KAFKA_CERT_FILE: cert, LETHE_KAFKA_KEY_FILE: key };
      await refuses(start('regulation', own), wrongKafka, 'LETHE_KAFKA_CERT_FILE');
    });

    it('when Kafka does not know the way to log in', async () => {
      const mechanism = { LETHE_KAFKA_SASL_MECHANISM: 'scram-sha-256' };
      await refuses(start('test-runner', mechanism), 'Kafka refuses', 'LETHE_KAFKA_SASL_MECHANISM');
    });

    it('when the database has a certificate for another name, with verify-full only', async () => {
      const url = (mode: string) => {
        const query = `sslmode=${mode}&sslrootcert=${services.authority.cert}`;
        return services.databaseUrl(query).replace('localhost', '127.0.0.1');
      };
      const elsewhere = start('cli', { DATABASE_URL: url('verify-full') }, 'migrate');
      await refuses(elsewhere, 'PostgreSQL at 127.0.0.1:', 'another host name');
      const chain = start('cli', { DATABASE_URL: url('verify-ca') }, 'migrate');
      expect(await chain.exited).toMatchObject({ code: 0 });
    });

    it('when a command is refused', async () => {
      const cli = start('cli', { LETHE_KAFKA_PASSWORD: 'wrong-secret' }, 'topics', 'list');
      await refuses(cli, 'refuses the login');
      const migrate = start('cli', { LETHE_DATABASE_PASSWORD: 'wrong-secret' }, 'migrate');
      await refuses(migrate, 'refuses the login');
    });

    it.each([
      ['has expired', 'expired', { days: -1 }, 'not valid at this time'],
      ['is for another name', 'misnamed', { names: ['other.example'] }, 'LETHE_RPC_SERVER_NAME'],
    ])('when the certificate of the regulation service %s', async (_, name, options, text) => {
      const { cert, key } = services.authority.issue(name, options);
      const port = await freePort();
      const rpc = services.rpcEnvironment('gateway', ['gateway']);
      const service = start('regulation', {
        ...rpc,
        LETHE_RPC_CERT_FILE: cert,
        LETHE_RPC_KEY_FILE: key,
        LETHE_REGULATION_LISTEN: `127.0.0.1:${port}`,
      });
      await service.waitForLine(/taking commands/);
      const gateway = start('gateway', { ...rpc, LETHE_REGULATION_ADDRESS: `127.0.0.1:${port}` });
      await refuses(gateway, `The regulation service at 127.0.0.1:${port}`, text);
    });

    it('when the regulation service does not accept the certificate of the gateway', async () => {
      const port = await freePort();
      const service = start('regulation', {
        ...services.rpcEnvironment('regulation', ['127.0.0.1']),
        LETHE_REGULATION_LISTEN: `127.0.0.1:${port}`,
      });
      await service.waitForLine(/taking commands/);
      const { cert, key } = stranger.issue('intruder');
      const gateway = start('gateway', {
        LETHE_RPC_CA_FILE: services.authority.cert,
        LETHE_RPC_CERT_FILE: cert,
        LETHE_RPC_KEY_FILE: key,
        LETHE_REGULATION_ADDRESS: `127.0.0.1:${port}`,
      });
      await refuses(gateway, 'The regulation service at', 'LETHE_RPC_CERT_FILE');
      await service.waitForLine(/a caller was refused/);
    });
  });

  it("waits out a password of Kafka's that is being replaced, and uses the new one without a restart", async () => {
    const password = passwordFile('kafka-password', 'plain-secret');
    const runner = start('test-runner', {
      LETHE_KAFKA_SASL_MECHANISM: 'plain',
      LETHE_KAFKA_USERNAME: 'plain',
      LETHE_KAFKA_PASSWORD: '',
      LETHE_KAFKA_PASSWORD_FILE: password.path,
    });
    await runner.waitForLine(/taking test requests/);
    await services.restartKafka('another-secret');
    await runner.waitForLine(/SASL PLAIN authentication failed/);
    const before = runner.output.split('taking test requests').length;
    password.write('another-secret');
    await waitFor(() => runner.output.split('taking test requests').length > before, {
      message: () => `to take requests again, got:\n${runner.output}`,
    });
  });

  it('waits out a password of the database that is being replaced, and uses the new one without a restart', async () => {
    const system = await System.prepare({ databaseUrl: services.databaseUrl(), prefix });
    await system.query("create role rotating superuser login password 'first-secret'");
    const password = passwordFile('rotating-password', 'first-secret');
    const url = new URL(services.databaseUrl());
    [url.username, url.password] = ['rotating', ''];
    const service = start('regulation', {
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

const SECRET_KEY = randomBytes(32).toString('base64');
