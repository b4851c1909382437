import { waitFor } from '@lethe/testing';
import pg from 'pg';
import { describeOnKubernetes, KubeNode, type KubeObject } from './kubernetes/kube-node.js';
import { KubeSystem } from './kubernetes/kube-system.js';
import { PASSWORD } from './kubernetes/production-release.js';
import { NAMESPACE, RELEASE } from './kubernetes/production-values.js';
import { makeOlder } from './support/older-database.js';
import { KAFKA_USERS } from './support/secure-services.js';

interface Event extends KubeObject {
  readonly message: string;
}

/** Values with which a failing setup ends within a minute. */
const IMPATIENT = { setup: { backoffLimit: 0, waitSeconds: 25, activeDeadlineSeconds: 60 } };
/** One instance of each app, because only installations are tested. */
const SMALL = Object.fromEntries(
  ['gateway', 'regulation', 'testRunner', 'deletionWorker', 'eventFilter'].map((app) => [
    app,
    { replicas: 1 },
  ]),
);

/*
 * Each test causes a failure, looks for its reason where docs/kubernetes.md says, and then takes the
 * documented next step.
 */
describeOnKubernetes('failures of an installation', () => {
  let system: KubeSystem;

  beforeAll(async () => {
    system = await KubeSystem.prepare(KubeNode.ofThisRun());
  });
  afterEach(async () => {
    await system.release.change('lethe-database', { password: PASSWORD });
    await system.release.change('lethe-kafka', { password: KAFKA_USERS.lethe });
  });
  afterAll(() => system.stop());

  const install = (values: object = {}) =>
    system.install({ values: { ...SMALL, ...IMPATIENT, ...values } });
  const inNamespace = (...args: readonly string[]) =>
    system.node.kubectl(...args, '--namespace', NAMESPACE);
  const setupLogs = () =>
    inNamespace('logs', 'job/lethe-setup', '--all-containers', '--ignore-errors');
  const events = async (): Promise<string> => {
    const all = await system.node.list<Event>('events', '--namespace', NAMESPACE);
    return all.map(({ message }) => message).join('\n');
  };
  const expectWorking = async (user: string): Promise<void> => {
    expect(await system.api('admin').suppress(user)).toMatch(/^[0-9a-f-]{36}$/);
  };

  it('a wrong password of the database: the Job stays, and its log names the variable', async () => {
    await system.release.change('lethe-database', { password: 'wrong' });
    await expect(install()).rejects.toThrow(/failed pre-install/);
    expect(await setupLogs()).toMatch(/PostgreSQL at \S+ refuses the login\. Check /);
    expect(await system.release.pods('gateway')).toEqual([]);
    await system.release.change('lethe-database', { password: PASSWORD });
    await install();
    await expectWorking('after-wrong-database-password');
  });

  it('a wrong password of Kafka in an upgrade: the old pods continue', async () => {
    await system.release.change('lethe-kafka', { password: 'wrong' });
    await expect(install()).rejects.toThrow(/failed pre-upgrade|pre-upgrade hooks failed/);
    expect(await setupLogs()).toMatch(/Kafka refuses the login\. Check LETHE_KAFKA_/);
    await expectWorking('with-wrong-kafka-password');
    await system.release.change('lethe-kafka', { password: KAFKA_USERS.lethe });
    await install();
    await expectWorking('after-wrong-kafka-password');
  });

  it('a Secret without the needed key: the event names the key', async () => {
    await expect(install({ database: { password: { key: 'missing-key' } } })).rejects.toThrow(
      /pre-upgrade/,
    );
    expect(await events()).toContain('references non-existent secret key: missing-key');
    await expectWorking('with-missing-key');
    await install();
  });

  it('a missing image: the event names the image, and the old pods continue', async () => {
    await expect(install({ image: { tag: 'missing' } })).rejects.toThrow(/pre-upgrade/);
    expect(await events()).toContain('"localhost/lethe/cli:missing" is not present');
    await expectWorking('with-missing-image');
    await install();
  });

  it('a missing image of one app: the update stops, and the same command continues it', async () => {
    const values = { ...SMALL, ...IMPATIENT, gateway: { replicas: 1, image: { tag: 'missing' } } };
    await expect(system.install({ values, timeout: '60s' })).rejects.toThrow(/UPGRADE FAILED/);
    expect(await events()).toContain('"localhost/lethe/gateway:missing" is not present');
    await expectWorking('with-missing-image-of-gateway');
    await install();
    await expectWorking('after-missing-image-of-gateway');
  });

  it('a database that is too old: the log says so, nothing is changed, and old pods continue', async () => {
    await system.query('create database older owner lethe');
    const url = new URL(system.services.postgres.url);
    url.pathname = '/older';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query('set role lethe');
      await makeOlder(client, { catalog: 13, regulation: 26 });
      await expect(install({ database: { name: 'older' } })).rejects.toThrow(/pre-upgrade/);
      expect(await setupLogs()).toMatch(/"catalog" is too old to migrate.*Nothing was changed/);
      const { rows } = await client.query('select name from catalog.tokens');
      expect(rows).toEqual([{ name: 'kept' }]);
    } finally {
      await client.end();
    }
    await expectWorking('with-older-database');
    await install();
  });

  it('an upgrade whose Helm was killed: a rollback allows the next upgrade', async () => {
    const values = { ...SMALL, ...IMPATIENT };
    await system.node.killHelmWhen(
      system.release.installArguments('0.1.0', { values }),
      async () => (await system.release.status()) === 'pending-upgrade',
    );
    await expect(install()).rejects.toThrow(/another operation .* is in progress/);
    await expectWorking('after-killed-helm');
    await system.node.helm('rollback', RELEASE, '--namespace', NAMESPACE);
    await install();
    await expectWorking('after-repeated-upgrade');
    await waitFor(async () => (await system.release.pods('setup')).length === 0);
  });
});
