import {
  CertificateAuthority,
  describeWithKafka,
  freePort,
  uniquePrefix,
  usualOrLong,
  type SpawnedApp,
} from '@lethe/testing';
import { SecureApps, type SecureApp } from './support/secure-apps.js';
import { SecureServices } from './support/secure-services.js';

const ON_DATABASE: readonly SecureApp[] = ['regulation', 'gateway', 'test-runner'];
const ON_KAFKA: readonly SecureApp[] = [...ON_DATABASE, 'event-filter'];
/**
 * All apps report failures in the same way. So the usual run tests each app with one wrong login.
 * It tests a wrong certificate authority with one app for each server.
 */
const LOGIN_AT_KAFKA = usualOrLong<readonly SecureApp[]>(['regulation', 'event-filter'], ON_KAFKA);
const LOGIN_AT_DATABASE = usualOrLong<readonly SecureApp[]>(
  ['gateway', 'test-runner'],
  ON_DATABASE,
);
const ABOUT_KAFKA = usualOrLong<readonly SecureApp[]>(['gateway'], ON_KAFKA);
const ABOUT_DATABASE = usualOrLong<readonly SecureApp[]>(['regulation'], ON_DATABASE);
const WRONG_KAFKA = 'Kafka at 127.0.0.1:';

describeWithKafka('with TLS and logins everywhere, a start ends with one clear line', () => {
  let services: SecureServices;
  let apps: SecureApps;
  let untrusted: CertificateAuthority;
  let ended: ReadonlyMap<string, Promise<SpawnedApp>>;

  beforeAll(async () => {
    services = await SecureServices.start();
    apps = new SecureApps(services, uniquePrefix());
    untrusted = CertificateAuthority.create(services.folder, 'untrusted');
    ended = startAll(refusals);
  });
  afterAll(async () => {
    await apps.stop();
    await services.stop();
  });

  const refusals: readonly Refusal[] = [
    ...LOGIN_AT_KAFKA.map((app) => ({
      when: `Kafka refuses the login of the ${app}`,
      start: () => apps.start(app, { LETHE_KAFKA_PASSWORD: 'wrong-secret' }),
      says: [WRONG_KAFKA, 'refuses the login. Check LETHE_KAFKA_USERNAME'],
    })),
    ...LOGIN_AT_DATABASE.map((app) => ({
      when: `PostgreSQL refuses the login of the ${app}`,
      start: () => apps.start(app, { LETHE_DATABASE_PASSWORD: 'wrong-secret' }),
      says: ['PostgreSQL at localhost:', 'refuses the login. Check user, password'],
    })),
    ...ABOUT_KAFKA.map((app) => ({
      when: `the ${app} does not trust Kafka's authority`,
      start: () => apps.start(app, { LETHE_KAFKA_CA_FILE: untrusted.cert }),
      says: [WRONG_KAFKA, 'not trusted', 'LETHE_KAFKA_CA_FILE'],
    })),
    ...ABOUT_DATABASE.map((app) => ({
      when: `the ${app} does not trust the database's authority`,
      start: () => apps.start(app, { DATABASE_URL: apps.databaseUrl('verify-full', untrusted) }),
      says: ['PostgreSQL at localhost:', 'not trusted', 'sslrootcert'],
    })),
    {
      when: 'Kafka does not accept our certificate',
      start: () => {
        const { cert, key } = untrusted.issue('intruder');
        const own = { LETHE_KAFKA_CERT_FILE: cert, LETHE_KAFKA_KEY_FILE: key };
        return apps.start('regulation', own);
      },
      says: [WRONG_KAFKA, 'LETHE_KAFKA_CERT_FILE'],
    },
    {
      when: 'Kafka does not support the login mechanism',
      start: () => apps.start('test-runner', { LETHE_KAFKA_SASL_MECHANISM: 'scram-sha-256' }),
      says: ['Kafka refuses', 'LETHE_KAFKA_SASL_MECHANISM'],
    },
    {
      when: 'the database has a certificate for another name, with verify-full',
      start: () => apps.start('cli', { DATABASE_URL: elsewhere('verify-full') }, 'migrate'),
      says: ['PostgreSQL at 127.0.0.1:', 'another host name'],
    },
    {
      when: 'Kafka refuses a command',
      start: () => apps.start('cli', { LETHE_KAFKA_PASSWORD: 'wrong-secret' }, 'topics', 'list'),
      says: ['refuses the login'],
    },
    {
      when: 'PostgreSQL refuses a command',
      start: () => apps.start('cli', { LETHE_DATABASE_PASSWORD: 'wrong-secret' }, 'migrate'),
      says: ['refuses the login'],
    },
  ];

  it.each(refusals)('when $when', async ({ when, says }) => {
    await expectRefusal(await ended.get(when)!, ...says);
  });

  it('except that verify-ca accepts another name in the certificate of the database', async () => {
    const chain = apps.start('cli', { DATABASE_URL: elsewhere('verify-ca') }, 'migrate');
    expect(await chain.exited).toMatchObject({ code: 0 });
  });

  it.each([
    ['has expired', 'expired', { days: -1 }, 'not valid at this time'],
    ['is for another name', 'misnamed', { names: ['other.example'] }, 'LETHE_RPC_SERVER_NAME'],
  ])('when the certificate of the regulation service %s', async (_, name, options, text) => {
    const { cert, key } = services.authority.issue(name, options);
    const rpc = services.rpcEnvironment('gateway', ['gateway']);
    const own = { LETHE_RPC_CERT_FILE: cert, LETHE_RPC_KEY_FILE: key };
    const { address } = await startRegulation({ ...rpc, ...own });
    const gateway = apps.start('gateway', { ...rpc, LETHE_REGULATION_ADDRESS: address });
    await expectRefusal(gateway, `The regulation service at ${address}`, text);
  });

  it('when the regulation service does not accept the certificate of the gateway', async () => {
    const rpc = services.rpcEnvironment('regulation', ['127.0.0.1']);
    const { address, service } = await startRegulation(rpc);
    const { cert, key } = untrusted.issue('intruder');
    const gateway = apps.start('gateway', {
      LETHE_RPC_CA_FILE: services.authority.cert,
      LETHE_RPC_CERT_FILE: cert,
      LETHE_RPC_KEY_FILE: key,
      LETHE_REGULATION_ADDRESS: address,
    });
    await expectRefusal(gateway, 'The regulation service at', 'LETHE_RPC_CERT_FILE');
    await service.waitForLine(/a caller was refused/);
  });

  async function startRegulation(rpc: Record<string, string>) {
    const address = `127.0.0.1:${await freePort()}`;
    const service = apps.start('regulation', { ...rpc, LETHE_REGULATION_LISTEN: address });
    await service.waitForLine(/listening for commands/);
    return { address, service };
  }

  /** Returns an address that is not in the server's certificate. */
  function elsewhere(mode: string): string {
    return apps.databaseUrl(mode).replace('localhost', '127.0.0.1');
  }
});

/** A process that must end with an error at its start. */
interface Refusal {
  readonly when: string;
  readonly start: () => SpawnedApp;
  /** Texts in the line that the process logs. */
  readonly says: readonly string[];
}

/** Number of processes that run at the same time. They mostly wait for their next attempt. */
const AT_ONCE = 4;

/** @returns each process after it has ended, by the failure that it must report */
function startAll(refusals: readonly Refusal[]): ReadonlyMap<string, Promise<SpawnedApp>> {
  const slots = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  return new Map(
    refusals.map(({ when, start }, index) => {
      const slot = index % AT_ONCE;
      const app = slots[slot]!.then(async () => {
        const refused = start();
        await refused.exited;
        return refused;
      });
      slots[slot] = app.then(() => undefined);
      return [when, app];
    }),
  );
}

/** Checks that a process ended, logged the reason in one line, and logged no secret. */
async function expectRefusal(app: SpawnedApp, ...texts: string[]): Promise<void> {
  const { code } = await app.exited;
  expect({ code, lines: app.stderr }).toEqual({ code: 1, lines: [expect.any(String)] });
  for (const text of texts) expect(app.stderr[0]).toContain(text);
  expect(app.output).not.toMatch(/-secret/);
}
