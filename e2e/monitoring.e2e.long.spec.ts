import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { format } from 'prettier';
import { describeWithKafka, spawnApp, waitFor } from '@lethe/testing';
import { hurriedRules } from './monitoring/hurried-rules.js';
import {
  lineOf,
  panelValuesPage,
  queriesOf,
  type Dashboard,
  type PanelValue,
} from './monitoring/panel-values.js';
import { Prometheus, prometheusTools } from './monitoring/prometheus.js';
import { Repeating } from './monitoring/repeating.js';
import { ALWAYS_SUPPRESSED, usualLoad } from './monitoring/usual-load.js';
import { WatchedSystem } from './monitoring/watched-system.js';
import { OTHER_WORKSPACE, WORKSPACE } from './support/workspaces.js';

const monitoring = fileURLToPath(new URL('../deploy/monitoring/', import.meta.url));
const RULES = readFileSync(`${monitoring}alerts.yaml`, 'utf8');
const ALERTS = [...RULES.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
/** Factor by which times are shortened. */
const HURRY = 20;

/**
 * A real Prometheus watches the whole system under load, while the test causes each problem that
 * has an alert.
 */
describeWithKafka('monitoring', () => {
  let watched: WatchedSystem;
  let prometheus: Prometheus;
  let blind: Prometheus;
  let load: Repeating;

  beforeAll(async () => {
    watched = await WatchedSystem.start();
    const rules = hurriedRules(RULES, HURRY);
    prometheus = await Prometheus.start(watched.targets, rules);
    blind = await Prometheus.start([], rules);
    await watched.poll('other'); // this data plane then stops polling
    await watched.system.api().suppress(ALWAYS_SUPPRESSED);
    load = usualLoad(watched);
  });
  afterAll(async () => {
    await load.stop();
    await Promise.all([prometheus.stop(), blind.stop()]);
    await watched.stop();
  });

  const { api, instance } = {
    api: (token: 'admin' | 'otherAdmin' = 'admin') => watched.system.api(token),
    instance: {
      regulations: () => watched.system.regulations,
      runner: () => watched.system.runners[0]!,
    },
  };
  const order = (destination: string, userId: string) =>
    api().create({
      regulationType: 'suppress_with_delete',
      users: [{ userId }],
      destinationIds: [`dst_${WORKSPACE}_${destination}`],
    });
  const test = (workspace: string, destination: string) =>
    api(workspace === WORKSPACE ? 'admin' : 'otherAdmin')
      .request('POST', `/v0/testDestination/dst_${workspace}_${destination}`, {
        body: {
          message: { type: 'track', event: 'x' },
          stage: { dest_transform: true, send_to_destination: true },
        },
      })
      .catch(() => undefined);

  const revokedToken = async (): Promise<string> => {
    const token = 'lth_revoked_0123456789abcdefghij';
    const client = new pg.Client({ connectionString: watched.system.databaseUrl });
    await client.connect();
    await client.query(
      `insert into catalog.tokens (workspace_id, name, hash, email, scopes, revoked_at)
       values ($1, 'revoked', sha256($2), 'old@example.com', '{}', now())`,
      [WORKSPACE, token],
    );
    await client.end();
    return token;
  };

  it('has metrics without complaints of promtool', async () => {
    for (const { address } of watched.targets) {
      const page = await (await fetch(`http://${address}/metrics`)).text();
      const found = execFileSync(prometheusTools().promtool, ['check', 'metrics'], {
        input: page,
        encoding: 'utf8',
      });
      expect(found).toBe('');
    }
  });

  it('has a series for every panel of the dashboard', async () => {
    const dashboard = JSON.parse(readFileSync(`${monitoring}dashboard.json`, 'utf8')) as Dashboard;
    let empty: string[] = [];
    const values: PanelValue[] = [];
    await waitFor(
      async () => {
        values.length = 0;
        empty = [];
        for (const { row, panel, unit, legend, expr } of queriesOf(dashboard)) {
          const samples = await prometheus.query(expr);
          if (samples.length === 0) empty.push(`${panel}: ${expr}`);
          for (const { metric, value } of samples) {
            const line = lineOf(legend, metric);
            values.push({ row, panel, unit, line, value: Number(value[1]) });
          }
        }
        return empty.length === 0;
      },
      { timeoutMs: 240_000, intervalMs: 1_000, message: () => `values of ${empty.join('\n')}` },
    );
    const page = panelValuesPage(values);
    console.log(page); // the values of the panels, for developers
    const file = process.env.LETHE_PANEL_VALUES;
    if (file !== undefined) writeFileSync(file, await format(page, { parser: 'markdown' }));
  });

  it('alerts when the topics know more than the database, and after the repair', async () => {
    const { system } = watched;
    const id = await api().suppress('lost');
    await system.drained();
    // These statements have the same effect as a restore of an older backup.
    await system.query(`delete from regulation.suppressions where user_id = 'lost'`);
    await system.query(`delete from regulation.regulations where id = $1`, [id]);
    for (const one of instance.regulations()) {
      await one.stop();
      one.start();
    }
    await prometheus.fired('RelayRefuses', 'ErrorLogged', 'SuppressionsUnpublished');
    const { code } = await system.cli('restored', '--apply').exited;
    expect(code).toBe(0);
    await prometheus.fired('DatabaseReplaced');
    await system.drained();
  });

  it('alerts on stopped partitions of event filters', async () => {
    await watched.event('no JSON');
    await watched.oversized('events');
    await watched.oversized('suppressions');
    await prometheus.fired(
      'FilterDeadLetters',
      'FilterPartitionStanding',
      'FilterBehind',
      'FilterIndexBehind',
    );
  });

  it('alerts on problems of deletions', async () => {
    const refused = new Repeating();
    refused.add(200, (n) => order('refused', `refused-${n}`));
    await prometheus.fired('DeletionsAborted', 'DeletionCallsFailing');
    // This order is for the destination that fails, not for the one that refuses. The alert uses
    // this metric for vendors that are called once a day.
    await order('failing', 'left-alone');
    await waitFor(
      async () => (await prometheus.query('lethe_deletion_destinations_left_alone > 0')).length > 0,
    );
    await refused.stop();
    const [worker] = watched.system.workers;
    await worker!.stop();
    await prometheus.fired('NoDeletionWorker');
    // Makes the deletion overdue, without a wait of a month.
    await watched.system.query(
      `update regulation.deletion_jobs set due_at = now() - interval '1 hour' where state = 'pending'`,
    );
    await prometheus.fired('DeletionsOverdue');
    worker!.start();
  });

  it('alerts on locked tables', async () => {
    const client = new pg.Client({ connectionString: watched.system.databaseUrl });
    await client.connect();
    await client.query(
      'begin; lock table regulation.regulations, regulation.deletion_tallies in access exclusive mode',
    );
    const crowd = new Repeating();
    try {
      for (let n = 0; n < 30; n += 1) {
        crowd.add(200, (turn) => api().suppress(`crowd-${n}-${turn}`));
      }
      await prometheus.fired('DatabasePoolFull', 'GatewayFull', 'SlowRequests', 'BacklogUnseen');
      await client.query(
        'rollback; begin; lock table catalog.rate_demands in access exclusive mode',
      );
      await prometheus.fired('RateLimitsCutOff');
    } finally {
      await client.end(); // releases the lock
      await crowd.stop();
    }
  });

  it('alerts on problems of test runs', async () => {
    const runner = instance.runner();
    const runs = new Repeating();
    for (const workspace of [WORKSPACE, OTHER_WORKSPACE]) {
      for (let n = 0; n < 4; n += 1) runs.add(100, () => test(workspace, 'held'));
    }
    await prometheus.fired('TestRunnerFull');
    await runs.stop();
    watched.receiver.open();
    runner.freeze();
    await prometheus.fired('TestRunsUnanswered', 'TargetDown');
    runner.thaw();
    for (let n = 1; n <= 3; n += 1) {
      await runner.kill();
      runner.start();
      await seenStarting(n);
    }
    await prometheus.fired('Restarting');
  });

  const seenStarting = (times: number) =>
    waitFor(
      async () => {
        const expr = 'changes(process_start_time_seconds{job="lethe-test-runner"}[1h])';
        const [seen] = await prometheus.query(expr);
        return Number(seen?.value[1]) >= times;
      },
      { timeoutMs: 240_000, intervalMs: 500, message: `start ${times} of the runner to be seen` },
    );

  it('alerts on exceeded rate limits and on the use of a revoked token', async () => {
    const greedy = new Repeating();
    for (let n = 0; n < 8; n += 1) greedy.add(1, () => api('otherAdmin').list('?limit=1'));
    const old = await revokedToken();
    const revoked = { authorization: `Bearer ${old}` };
    greedy.add(500, () => fetch(`${watched.system.addressOf(1)}/v2/sources`, { headers: revoked }));
    await prometheus.fired('RateLimited', 'FormerCredentialUsed');
    await greedy.stop();
  });

  it('alerts on many invalid tokens and on an overloaded process', async () => {
    const installer = fileURLToPath(new URL('../tools/own-packages.mjs', import.meta.url));
    const modules = execFileSync(process.execPath, [installer, 'tools/autocannon'], {
      encoding: 'utf8',
    }).trim();
    const args = ['-c', '64', '-p', '4', '-d', '600', `${watched.system.addressOf(1)}/v2/sources`];
    const guessing = spawnApp({ args: [`${modules}/autocannon/autocannon.js`, ...args] });
    try {
      await prometheus.fired('CredentialsRefused', 'EventLoopBusy');
    } finally {
      await guessing.stop();
    }
  });

  it('alerts when Kafka is down', async () => {
    await watched.kafka.kill();
    await prometheus.fired(
      'DependencyDown',
      'FilterCutOff',
      'SuppressionsUnpublished',
      'OutboxOld',
    );
    await watched.kafka.start();
    await watched.system.drained();
  });

  it('alerts when the leader changes repeatedly', async () => {
    const cutting = new Repeating();
    cutting.add(1_000, () =>
      watched.system.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lethe-relay-lock' and datname = current_database()`,
      ),
    );
    await prometheus.fired('RelayFlapping');
    await cutting.stop();
    await watched.system.leader();
  });

  it('alerts when no relay publishes', async () => {
    for (const one of instance.regulations()) await one.kill();
    await prometheus.fired('NoRelay', 'ServerErrors');
    for (const one of instance.regulations()) one.start();
    await watched.system.leader();
  });

  it('alerts when no gateway is ready', async () => {
    for (const one of watched.system.gateways) await one.kill();
    await prometheus.fired('NoGateway');
    for (const one of watched.system.gateways) one.start();
    await watched.system.ready();
  });

  it('alerts when no event filter is ready', async () => {
    for (const filter of watched.filters) await filter.kill();
    await prometheus.fired('NoEventFilter');
    for (const filter of watched.filters) filter.start();
  });

  it('has fired the slow alerts by now', async () => {
    await prometheus.fired('FeedClientStopped', 'FeedClientBehind', 'NotReady', 'VersionsMixed');
    await blind.fired('NotScraped', 'Watchdog');
  });

  it('has fired each alert, with a complete text', async () => {
    const fired = new Set([...(await prometheus.everFired()), ...(await blind.everFired())]);
    expect(ALERTS.filter((name) => !fired.has(name))).toEqual([]);
    const texts = (await prometheus.annotations()).flatMap((one) => Object.values(one));
    expect(texts.filter((text) => /error expanding|no value|\{\{/.test(text))).toEqual([]);
  });

  it('has no firing critical alert after the recovery, except lasting alerts', async () => {
    const lasting = new Set([
      // The oversized batches are still on the topics. A restarted filter cannot read past the
      // batch on the suppressions topic.
      'LetheFilterIndexBehind',
      'LetheFilterPartitionStanding',
      'LetheNoEventFilter',
      'LetheDeletionsOverdue', // deletions are retried at growing intervals
      'LetheDependencyDown', // for the partitions and the index of the filter
    ]);
    let firing: string[] = [];
    await waitFor(
      async () => {
        const now = await prometheus.query('ALERTS{alertstate="firing", severity="critical"}');
        firing = now.map(({ metric }) => metric.alertname ?? '').filter((one) => !lasting.has(one));
        return firing.length === 0;
      },
      { timeoutMs: 240_000, intervalMs: 1_000, message: () => `the end of ${firing.join(', ')}` },
    );
  });
});
