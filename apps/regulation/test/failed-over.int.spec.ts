import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOG_SCHEMA } from '@lethe/catalog';
import { migrateSchema } from '@lethe/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@lethe/local-services';
import { describeWithKafka, SilentProxy, useTestKafka, waitFor } from '@lethe/testing';
import pg from 'pg';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';
import { CLAIMS_ALLOWED } from '../src/deletions/claim/claims-allowed.js';
import { RelayOnKafka } from './relay-on-kafka.js';

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

describeWithKafka('the relay, after its database failed over to an outdated copy', () => {
  const server = useTestKafka();
  const folder = mkdtempSync(join(tmpdir(), 'lethe-failed-over-'));
  const [primaryDir, copyDir] = [join(folder, 'primary'), join(folder, 'copy')];
  let primary: EmbeddedPostgres;
  let copy: EmbeddedPostgres;
  let proxy: SilentProxy;
  let relay: RelayOnKafka;
  let refusal: string | undefined;

  const placeOf = ({ port }: EmbeddedPostgres) => ({ host: '127.0.0.1', port });

  const start = () => relay.start({ onRefusal: (reason) => (refusal = reason) });

  beforeAll(async () => {
    chmodSync(folder, 0o755); // PostgreSQL under root needs this
    primary = await startEmbeddedPostgres({ dataDir: primaryDir, settings });
    await migrateSchema(primary.url, CATALOG_SCHEMA);
    await migrateSchema(primary.url, REGULATION_SCHEMA);
    proxy = await SilentProxy.start(placeOf(primary));
    const url = new URL(primary.url);
    url.port = String(proxy.port);
    relay = await RelayOnKafka.make(server.brokers, url.href);
    start();
    await publish('early');
    await relay.told(1);
    await relay.stop();
    await primary.stop();
    execFileSync('cp', ['-a', primaryDir, copyDir]);
    [primary, copy] = (await Promise.all(
      [primaryDir, copyDir].map((dataDir) => startEmbeddedPostgres({ dataDir, settings })),
    )) as [EmbeddedPostgres, EmbeddedPostgres];
  });
  beforeEach(async () => {
    proxy.to = placeOf(primary);
    await relay.service.database.closeUnused();
    refusal = undefined;
    start();
  });
  afterEach(() => relay.stop());
  afterAll(async () => {
    await relay.close();
    proxy.close();
    await Promise.all([primary.stop(), copy.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function publish(user: string): Promise<void> {
    await relay.create(user);
    await waitFor(async () => (await relay.usersOnTopic()).includes(user));
  }
  /** Points the address to the copy, and ends the connections of one application. */
  async function failOver(applicationName: string): Promise<void> {
    proxy.to = placeOf(copy);
    const client = new pg.Client({ connectionString: primary.url });
    await client.connect();
    const sql = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`;
    await client.query(sql, [applicationName]);
    await client.end();
  }
  async function mayClaim(): Promise<boolean> {
    const rows = await relay.query<{ may: boolean }>(`select ${CLAIMS_ALLOWED} is true as may`);
    return rows[0]!.may;
  }
  const refused = () =>
    waitFor(() => refusal?.includes('The topics have records that the database lacks'));

  it('detects the failover if its lock is still on the old database', async () => {
    await publish('lost');
    expect(await mayClaim()).toBe(true);
    await failOver('regulation-test');
    await refused();
    expect(await mayClaim()).toBe(false);
    await relay.create('late');
    expect(await relay.usersOnTopic()).toEqual(['early', 'lost']);
  });

  it('detects the failover if its statements still go to the old database', async () => {
    await publish('lost, too');
    await failOver('lethe-relay-lock');
    await refused();
  });
});
