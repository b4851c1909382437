import { readFileSync } from 'node:fs';
import { TOPICS } from '@lethe/contracts';
import { describeWithKafka, waitFor } from '@lethe/testing';
import { deletingWorkspace, DeletionOrders } from './support/deletion-orders.js';
import { Instance } from './support/instance.js';
import { mainOf } from './support/main-of.js';
import { scrape, type Scrape } from './support/scrape.js';
import { DATA_PLANES, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';
import { sendRun } from './test-api/send-run.js';
import { testApiWorkspaces } from './test-api/workspace.js';

/** Part of every user identifier below. */
const MARK = 'Qx7Zk';
const PAGE = readFileSync(new URL('../docs/metrics.md', import.meta.url), 'utf8');

/** Returns the type of each metric in a section of docs/metrics.md. */
function promised(section: string): ReadonlyMap<string, string> {
  const [, text = ''] = PAGE.split(`\n## ${section}\n`);
  const [table = ''] = text.split('\n## ');
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (\w+)/gm)];
  return new Map(rows.map(([, name = '', type = '']) => [name, type]));
}

describeWithKafka('the metrics of a system', () => {
  let receiver: Receiver;
  let system: System;
  let filter: Instance;
  let orders: DeletionOrders;

  beforeAll(async () => {
    receiver = await Receiver.start();
    const [tests] = testApiWorkspaces(receiver.url) as [object];
    system = await System.start({
      runners: 1,
      workers: 1,
      workspaces: [
        { ...tests, dataPlanes: [{ name: 'eu-1', token: DATA_PLANES.workspace }] },
        deletingWorkspace(receiver.url, { dst_deletes: '/deletions' }),
      ],
    });
    const topics = system.cli('topics', 'create', 'in', 'out');
    expect(await topics.exited).toMatchObject({ code: 0 });
    filter = new Instance('filter', {
      args: [mainOf('event-filter')],
      env: {
        KAFKA_BROKERS: system.brokers,
        LETHE_TOPIC_PREFIX: system.topic('suppressions').replace(TOPICS.suppressions.name, ''),
        LETHE_EVENTS_IN: 'in',
        LETHE_EVENTS_OUT: 'out',
        PORT: '0',
      },
    });
    filter.start();
    orders = new DeletionOrders(system, receiver);
    await oneOfEverything();
  });
  afterAll(async () => {
    await filter.stop();
    await system.stop();
    await receiver.stop();
  });

  async function oneOfEverything(): Promise<void> {
    const api = system.api();
    await api.suppress(`${MARK}-suppressed`);
    await api.cancel(await api.suppress(`${MARK}-canceled`));
    await api.list(`?user_id=${MARK}-suppressed`);
    await api.request('GET', `/v2/${MARK}/nowhere`);
    await api.request('POST', '/v2/regulations', { body: { users: `${MARK}-broken` } });
    const headers = { authorization: `Bearer lth_${MARK}` };
    await api.request('GET', '/v2/regulations', { headers });
    await pollFeed();
    await sendRun(system.addressOf(0), { to: 'dst_plain', marker: `${MARK}-event` });
    await orders.order(`${MARK}-deleted`, 'dst_deletes');
    await orders.expectAllDone();
    await filter.waitForLine(/filtering events/);
    const suppressed = { userId: `${MARK}-suppressed`, workspaceId: WORKSPACE };
    const sent = system.cli('topics', 'send', 'in', JSON.stringify(suppressed));
    expect(await sent.exited).toMatchObject({ code: 0 });
  }

  async function pollFeed(): Promise<void> {
    const url = `${system.addressOf(0)}/dataplane/workspaces/${WORKSPACE}/regulations/suppressions`;
    const authorization = `Basic ${Buffer.from(`${DATA_PLANES.workspace}:`).toString('base64')}`;
    expect((await fetch(url, { headers: { authorization } })).status).toBe(200);
  }

  /**
   * Waits until the metrics of an instance pass a check. Many values are updated only every few
   * seconds.
   */
  async function shows(instance: Instance, check: (page: Scrape) => void): Promise<void> {
    await waitFor(
      async () => {
        check(await scrape(instance));
        return true;
      },
      { message: () => `the page of ${instance.name}:\n${system.output}` },
    );
  }

  const instances = (): Record<string, Instance> => ({
    Gateway: system.gateways[0]!,
    'Regulation service': system.regulations[0]!,
    'Test runner': system.runners[0]!,
    'Deletion worker': system.workers[0]!,
    'Event filter': filter,
  });

  it.each([
    ['Gateway', true],
    ['Regulation service', true],
    ['Test runner', true],
    ['Deletion worker', true],
    ['Event filter', false],
  ])('of the %s are the metrics of docs/metrics.md, without identifiers', async (app, database) => {
    const { types, text } = await scrape(instances()[app]!);
    const sections = ['All apps', ...(database ? ['Apps with a database'] : []), app];
    const expected = new Map(sections.flatMap((section) => [...promised(section)]));
    expect(expected.size).toBeGreaterThan(10);
    const ours = [...types].filter(([name]) => /^(lethe|http)_/.test(name));
    expect(ours.sort()).toEqual([...expected].sort());
    expect(text).not.toContain(MARK);
    expect(text).toMatch(/^lethe_ready 1$/m);
  });

  it('count the work of a gateway', async () => {
    const requests = 'http_server_request_duration_seconds_count';
    await shows(system.gateways[0]!, ({ value }) => {
      const route = (http_route: string, status: number) =>
        value(requests, { http_route, http_response_status_code: String(status) });
      expect(route('/v2/regulations', 201)).toBe(3);
      expect(route('/v2/regulations', 400)).toBe(1);
      expect(route('/v2/regulations', 401)).toBeGreaterThan(0);
      expect(route('/v2/regulations/:id', 204)).toBe(1);
      expect(route('unknown', 404)).toBe(1);
      expect(
        value('lethe_gateway_credential_lookups_total', { result: 'unknown' }),
      ).toBeGreaterThan(0);
      expect(value('lethe_rpc_client_duration_seconds_count', { outcome: 'ok' })).toBeGreaterThan(
        3,
      );
      expect(value('lethe_test_runs_total', { outcome: 'answered' })).toBe(1);
      expect(value('lethe_feed_items_total')).toBeGreaterThan(0);
      const ofDataPlane = { data_plane: `${WORKSPACE}/eu-1` };
      for (const name of ['last_poll', 'created']) {
        const at = value(`lethe_feed_client_${name}_timestamp_seconds`, ofDataPlane);
        expect(at).toBeGreaterThan(1.7e9);
      }
      expect(value('lethe_gateway_requests_in_flight')).toBe(0);
    });
  });

  it('count the work and the backlog of a regulation service', async () => {
    await system.drained();
    await shows(system.regulations[0]!, ({ value }) => {
      expect(value('lethe_regulations_created_total', { type: 'suppress' })).toBe(2);
      expect(value('lethe_regulations_created_total', { type: 'suppress_with_delete' })).toBe(1);
      expect(value('lethe_regulations_canceled_total')).toBe(1);
      expect(value('lethe_relay_leader')).toBe(1);
      expect(value('lethe_relay_delay_seconds_count')).toBeGreaterThan(2);
      expect(value('lethe_outbox_rows')).toBe(0);
      expect(value('lethe_suppressions_unpublished')).toBe(0);
      expect(value('lethe_deletion_jobs', { state: 'complete' })).toBe(1);
      expect(value('lethe_db_pool_connections')).toBeGreaterThan(0);
      expect(value('lethe_dependency_up', { dependency: 'kafka' })).toBe(1);
    });
  });

  it('count the work of the test runner, the deletion worker and the filter', async () => {
    await shows(system.runners[0]!, ({ value }) => {
      expect(value('lethe_runner_runs_total')).toBe(1);
      expect(value('lethe_deliveries_total', { destination_type: 'WEBHOOK' })).toBe(1);
      expect(value('lethe_runner_partitions')).toBe(TOPICS.testRequests.partitions);
      // The lag is also shown for partitions from which the runner has read nothing.
      for (let partition = 0; partition < TOPICS.testRequests.partitions; partition += 1) {
        expect(value('lethe_runner_lag_records', { partition: String(partition) })).toBe(0);
      }
    });
    await shows(system.workers[0]!, ({ value }) => {
      expect(value('lethe_deletion_worker_jobs_total', { destination_type: 'WEBHOOK' })).toBe(1);
      const calls = { destination_type: 'WEBHOOK', outcome: 'complete' };
      expect(value('lethe_deletion_worker_calls_total', calls)).toBe(1);
    });
    await shows(filter, ({ value }) => {
      expect(value('lethe_filter_dropped_events_total', { workspace: WORKSPACE })).toBe(1);
      expect(value('lethe_filter_lag_records')).toBe(0);
      expect(value('lethe_filter_index_connected')).toBe(1);
      expect(value('lethe_filter_index_users')).toBe(2);
    });
  });
});
