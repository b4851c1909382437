import { createKafka } from '@lethe/messaging';
import { waitFor } from '@lethe/testing';
import { collectRecords, kafkajsOf } from '@lethe/testing/kafka';
import type { Browser } from 'playwright-core';
import { runSending } from './chaos/load/sendings.js';
import { describeWithBrowser, launchBrowser } from './console/support/test-browser.js';
import { HttpsEntrance } from './kubernetes/https-entrance.js';
import { describeOnKubernetes, KubeNode } from './kubernetes/kube-node.js';
import { KubeSystem } from './kubernetes/kube-system.js';
import { podMonitorAddresses } from './kubernetes/pod-monitor.js';
import { EVENTS, HTTPS_PORT, NAMESPACE } from './kubernetes/production-values.js';
import { DATA_PLANES, IDS, TOKENS, WORKSPACE } from './support/workspaces.js';

const USER = 'user-on-kubernetes';

describeOnKubernetes('Lethe on Kubernetes, with values for production', () => {
  let system: KubeSystem;

  beforeAll(async () => {
    system = await KubeSystem.start(KubeNode.ofThisRun());
  });
  afterAll(() => system.stop());

  it('has two ready pods of each app, and none was restarted', async () => {
    const pods = await system.release.pods();
    const states = pods.map(({ metadata: { labels = {} }, status }) => ({
      app: labels['app.kubernetes.io/component'],
      ready: status.conditions?.find(({ type }) => type === 'Ready')?.status,
      restarts: status.containerStatuses?.map(({ restartCount }) => restartCount),
    }));
    const apps = ['deletion-worker', 'event-filter', 'gateway', 'regulation', 'test-runner'];
    const expected = apps.flatMap((app) => {
      const good = { app, ready: 'True', restarts: [0] };
      return [good, good];
    });
    expect(states).toHaveLength(expected.length);
    expect(states).toEqual(expect.arrayContaining(expected));
  });

  it('has no Job left from the setup', async () => {
    expect(await system.node.list('jobs', '--namespace', NAMESPACE)).toEqual([]);
  });

  it('publishes a created regulation, also to a data plane', async () => {
    await system.api('admin').suppress(USER);
    await system.drained();
    const keys = (await system.records('suppressions')).map(({ key }) => key);
    expect(keys).toEqual([`${WORKSPACE}:${USER}`]);
    const path = `/dataplane/workspaces/${WORKSPACE}/regulations/suppressions`;
    const credentials = Buffer.from(`${DATA_PLANES.workspace}:`).toString('base64');
    const headers = { authorization: `Basic ${credentials}` };
    const page = await fetch(`${system.address}${path}`, { headers });
    expect(await page.text()).toContain(USER);
  });

  it('drops an event of this user, and forwards the next one', async () => {
    const brokers = [system.kafka.address];
    const producer = kafkajsOf(createKafka({ brokers, clientId: 'events' })).producer();
    await producer.connect();
    let probe = 0;
    const passed = async (): Promise<string[]> => {
      const events = (await collectRecords(system.kafka.address, EVENTS.output))
        .map(({ value }) => JSON.parse(String(value)) as { probe: number; userId: string })
        .filter((event) => event.probe === probe);
      return events.map(({ userId }) => userId);
    };
    // The filter reads suppressions a moment after they are published. Until then, both pass.
    await waitFor(
      async () => {
        probe += 1;
        const messages = [USER, 'another'].map((userId) => ({
          partition: 0,
          value: JSON.stringify({ workspaceId: WORKSPACE, sourceId: IDS.web, userId, probe }),
        }));
        await producer.send({ topic: EVENTS.input, messages });
        await waitFor(async () => (await passed()).includes('another'));
        return !(await passed()).includes(USER);
      },
      { message: `an event of ${USER} to be dropped` },
    );
    await producer.disconnect();
  });

  it('delivers a test run', async () => {
    const { method, path, options, read } = runSending('run-on-kubernetes', 'dst_plain');
    const answer = await system.api('deleter').request(method, path, options);
    expect({ ...answer, ...read(answer) }).toMatchObject({ status: 200, isDelivered: true });
    expect(system.receiver.count('run-on-kubernetes')).toBe(1);
  });

  it('carries out a deletion', async () => {
    const [order] = await system.api('deleter').create({
      regulationType: 'suppress_with_delete',
      users: [{ userId: 'to-be-deleted' }],
      destinationIds: ['dst_plain'],
    });
    await waitFor(async () => (await system.api('deleter').get(order!.id)).status === 'deleted', {
      message: 'the deletion to be complete',
      intervalMs: 200,
    });
    expect(system.receiver.count('to-be-deleted')).toBe(1);
  });

  it('connects to the database only over TLS, each app as its own user', async () => {
    const connections = await system.query(`
      select usename as user, bool_and(ssl) as encrypted
        from pg_stat_activity join pg_stat_ssl using (pid) where client_addr <> '127.0.0.1' group by 1`);
    const users = ['gateway', 'regulation', 'test_runner', 'deletion_worker'];
    const expected = users.map((name) => ({ user: `lethe_${name}`, encrypted: true }));
    expect(connections).toHaveLength(expected.length);
    expect(connections).toEqual(expect.arrayContaining(expected));
  });

  it('shows the metrics of every pod once, at the addresses of the PodMonitor', async () => {
    const addresses = await podMonitorAddresses(system.node);
    const pods = await system.release.pods();
    expect([...addresses.keys()].sort()).toEqual(pods.map(({ metadata }) => metadata.name).sort());
    for (const [pod, urls] of addresses) {
      expect([pod, urls.length]).toEqual([pod, 1]);
      const metrics = await fetch(urls[0]!);
      expect([pod, metrics.status]).toEqual([pod, 200]);
      expect(await metrics.text()).toContain('lethe_build_info{');
    }
  });

  describeWithBrowser('its console over HTTPS', () => {
    let entrance: HttpsEntrance;
    let browser: Browser;

    beforeAll(async () => {
      const host = system.node.address;
      const { hostname, port } = new URL(system.address);
      entrance = await HttpsEntrance.open(
        { host, port: HTTPS_PORT },
        system.services.authority.issue('console', { names: [host] }),
        { host: hostname, port: Number(port || 80) },
      );
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      entrance.close();
    });

    it('signs in, and shows a regulation', async () => {
      const baseURL = `https://${system.node.address}:${HTTPS_PORT}`;
      const page = await browser.newPage({ baseURL, ignoreHTTPSErrors: true });
      await page.goto('/console/');
      await page.getByLabel('Access token').fill(TOKENS.admin);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.goto('/console/regulations');
      await page.getByRole('row', { name: /Suppress/ }).waitFor();
    });
  });

  it('leaves nothing after helm uninstall, except what the operator created', async () => {
    await system.release.uninstall();
    const left = async (): Promise<string[]> =>
      (await system.release.objects()).filter((name) => !system.objectsBefore.includes(name));
    let found: string[] = [];
    // Kubernetes removes dependent objects, such as EndpointSlices, a moment later.
    await waitFor(async () => (found = await left()).length === 0, { message: () => found.join() });
    expect(await system.release.objects()).toEqual(system.objectsBefore);
  });
});
